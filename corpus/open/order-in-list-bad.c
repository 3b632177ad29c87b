// verdict: unsafe(reach)
// line: 12
// twin: order-in-list.c
// source: own
// about: the second of two initialisers may come first

extern void reach_error(void);

int main(void) {
    int i = 0;
    int a[2] = {i++, i++};
    if (a[0] > 0) reach_error();
    return a[1] > 1;
}
