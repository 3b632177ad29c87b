// verdict: unsafe(reach)
// line: 40
// check: reach
// int: math
// twin: heapsort.c
// source: StInG example Heapsort (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: the right son is one too far

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int l = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 2 && n <= 2 * l && 2 * l <= n + 1);
    int r = n, i = l, j = 2 * l;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { /* down to the right son */
            __VERIFIER_assume(j + 1 <= r);
            i = j + 1;
            j = 2 * j + 3;
        } else if (__VERIFIER_nondet_int()) { /* down to the left son */
            __VERIFIER_assume(j <= r);
            i = j;
            j = 2 * j;
        } else if (__VERIFIER_nondet_int()) { /* the next root, while the heap is built */
            __VERIFIER_assume(l >= 2 && r >= 2);
            l -= 1;
            i = l;
            j = 2 * l;
        } else { /* the last leaf is sorted out */
            __VERIFIER_assume(l <= 1 && r >= 4);
            r -= 1;
            i = l;
            j = 2 * l;
        }
    }
    if (j != 2 * i)
        reach_error();
    if (2 * l > r + 1 || r < 2 || l < 1 || n < r)
        reach_error();
    if (2 * l + 2 * i > 3 * r)
        reach_error();
    return 0;
}
