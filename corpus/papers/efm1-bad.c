// verdict: unsafe(reach)
// line: 49
// check: reach
// int: math
// twin: efm1.c
// source: own, after the StInG example EFM, for the row EFM1 of Gulavani and Rajamani, TACAS 2006, whose system is not printed there
// about: there may be fewer tokens than are asserted

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int p = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = 0, x3 = 0, x4 = p, x5 = 0, x6 = 0;
    __VERIFIER_assume(p >= 0);
    __VERIFIER_assume(x1 >= 1);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(x1 >= 1 && x4 >= 1);
            x1 -= 1;
            x4 -= 1;
            x2 += 1;
            x5 += 1;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(x2 >= 1 && x6 >= 1);
            x2 -= 1;
            x3 += 1;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(x3 >= 1 && x4 >= 1);
            x3 -= 1;
            x2 += 1;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(x3 >= 1);
            x3 -= 1;
            x1 += 1;
            x6 += x5;
            x5 = 0;
        } else {
            __VERIFIER_assume(x2 >= 1);
            x2 -= 1;
            x1 += 1;
            x4 += x6;
            x6 = 0;
        }
    }
    if (x4 + x5 + x6 != p || x4 + x5 + x6 < 1)
        reach_error();
    if (x1 < 0 || x2 < 0 || x3 < 0 || x4 < 0 || x5 < 0 || x6 < 0)
        reach_error();
    if (x1 + x5 < 1 || x1 + x2 + x3 < 1)
        reach_error();
    return 0;
}
