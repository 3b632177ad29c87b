// verdict: unsafe(reach)
// line: 40
// check: reach
// int: math
// twin: hsort1.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, hsort1: heapsort with some conjuncts of its invariant dropped
// about: the root may become 0

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
            j = 2 * j + 2;
        } else if (__VERIFIER_nondet_int()) { /* down to the left son */
            __VERIFIER_assume(j <= r);
            i = j;
            j = 2 * j;
        } else if (__VERIFIER_nondet_int()) { /* the next root, while the heap is built */
            __VERIFIER_assume(l >= 1 && r >= 2);
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
    if (2 * l > r + 1 || l < 1)
        reach_error();
    return 0;
}
