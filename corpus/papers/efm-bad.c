// verdict: unsafe(reach)
// line: 49
// check: reach
// int: math
// twin: efm.c
// source: StInG example EFM (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: a token is taken from a place that may be empty

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x1 = __VERIFIER_nondet_int();
    int x2 = 0, x3 = 0, x4 = 1, x5 = 0, x6 = 0;
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
            __VERIFIER_assume(x3 >= 0);
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
    if (x4 + x5 + x6 != 1 || x4 + x5 > 1)
        reach_error();
    if (x2 < 0 || x3 < 0 || x4 < 0 || x5 < 0)
        reach_error();
    if (x1 + x5 < 1 || x1 + x2 < x4 + x5 || x1 + x2 + x3 < 1)
        reach_error();
    return 0;
}
