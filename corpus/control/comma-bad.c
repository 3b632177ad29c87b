// verdict: unsafe(reach)
// line: 13
// twin: comma.c
// source: own
// about: the value is the right one

extern void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    int c = (a = 5, b += a, a + b);
    if (c != 5 || a != 5 || b != 7)
        reach_error();
    int i = 0;
    while (i++, i < 10)
        ;
    if (i != 10)
        reach_error();
    return 0;
}
