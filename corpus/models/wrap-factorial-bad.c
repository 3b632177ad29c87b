// verdict: unsafe(overflow)
// line: 13
// int: ub
// twin: wrap-factorial.c
// source: own
// about: the same program with --int ub: 13! is the first factorial that overflows

extern void reach_error(void);

int main(void) {
    int f = 1;
    for (int i = 2; i <= 13; i++)
        f *= i;
    if (f != 1932053504)
        reach_error();
    return 0;
}
