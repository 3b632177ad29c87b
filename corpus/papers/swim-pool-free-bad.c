// verdict: unsafe(reach)
// line: 45
// check: reach
// int: math
// twin: swim-pool-free.c
// source: own, after the StInG example Swim-pool
// about: a basket too many is given back

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int p = __VERIFIER_nondet_int();
    int q = __VERIFIER_nondet_int();
    __VERIFIER_assume(p >= 1 && q >= 1);
    int cabins = p, baskets = q;
    int undressing = 0, full = 0, swimming = 0, dressing = 0, dressed = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { /* a cabin is taken */
            cabins -= 1;
            undressing += 1;
        } else if (__VERIFIER_nondet_int()) { /* a basket is taken */
            undressing -= 1;
            full += 1;
            baskets -= 1;
        } else if (__VERIFIER_nondet_int()) { /* the cabin is left */
            full -= 1;
            swimming += 1;
            cabins += 1;
        } else if (__VERIFIER_nondet_int()) { /* a cabin is taken again */
            swimming -= 1;
            dressing += 1;
            cabins -= 1;
        } else if (__VERIFIER_nondet_int()) { /* the basket is given back */
            dressing -= 1;
            dressed += 1;
            baskets += 2;
        } else { /* the cabin is left for good */
            dressed -= 1;
            cabins += 1;
        }
    }
    if (full + swimming + dressing + baskets != q || undressing + full + dressing + dressed + cabins != p)
        reach_error();
    if (full + swimming + dressing + baskets < 1 || undressing + full + dressing + dressed + cabins < 1)
        reach_error();
    return 0;
}
