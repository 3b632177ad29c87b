// verdict: unsafe(reach)
// line: 35
// check: reach
// int: math
// twin: see-saw.c
// source: StInG example see-saw (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: one slope is too steep: y outgrows 3x

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(x <= 4);
            x += 1;
            y += 2;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(5 <= x && x <= 7);
            x += 2;
            y += 1;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(7 <= x && x <= 9);
            x += 1;
            y += 30;
        } else {
            __VERIFIER_assume(x >= 9);
            x += 2;
            y += 1;
        }
    }
    if (2 * y < x || y > 3 * x)
        reach_error();
    return 0;
}
