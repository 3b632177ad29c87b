// verdict: safe
// twin: order-in-list-bad.c
// source: own
// about: whichever of two initialisers comes first, they are 0 and 1

extern void reach_error(void);

int main(void) {
    int i = 0;
    int a[2] = {i++, i++};
    if (a[0] > 1) reach_error();
    return a[1] > 1;
}
