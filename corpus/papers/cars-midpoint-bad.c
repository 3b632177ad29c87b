// verdict: unsafe(reach)
// line: 35
// check: reach
// int: math
// twin: cars-midpoint.c
// source: StInG example cars-midpt (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: it slows down too much

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x1 = 100, x2 = 75, x3 = -50; /* the places of three cars */
    int v1 = __VERIFIER_nondet_int(), v2 = __VERIFIER_nondet_int(), v3 = __VERIFIER_nondet_int();
    int t = 0;
    __VERIFIER_assume(0 <= v3 && v3 <= v1 && v1 <= 5);
    __VERIFIER_assume(2 * v2 == v1 + v3);
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_assume(-5 <= v2 && v2 <= 5);
        if (__VERIFIER_nondet_int()) { /* beyond the midpoint: slower */
            __VERIFIER_assume(2 * x2 >= x1 + x3);
            x2 += v2;
            v2 -= 2;
        } else { /* before the midpoint: faster */
            __VERIFIER_assume(2 * x2 <= x1 + x3);
            x2 += v2;
            v2 += 1;
        }
        x1 += v1;
        x3 += v3;
        t += 1;
    }
    if (2 * v2 + 2 * t < v1 + v3 || 2 * v2 > v1 + v3 + 2 * t)
        reach_error();
    if (x2 > 75 + 5 * t || x2 < 75 - 5 * t)
        reach_error();
    return 0;
}
