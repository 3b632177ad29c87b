// verdict: unsafe(reach)
// line: 41
// check: reach
// int: math
// twin: berkeley-nat.c
// source: StInG example Berkeley-nat (Sankaranarayanan, Sipma and Manna, SAS 2004), a row of the tables of Gulavani et al., TACAS 2006 and 2008
// about: there may be no cache at all

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int invalid = __VERIFIER_nondet_int();
    int unowned = 0, shared = 0, exclusive = 0;
    __VERIFIER_assume(invalid >= 0);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { /* a read misses */
            __VERIFIER_assume(invalid >= 1);
            shared += exclusive;
            exclusive = 0;
            invalid -= 1;
            unowned += 1;
        } else if (__VERIFIER_nondet_int()) { /* a write hits */
            __VERIFIER_assume(shared + unowned >= 1);
            invalid += unowned + shared - 1;
            exclusive += 1;
            unowned = 0;
            shared = 0;
        } else { /* a write misses */
            __VERIFIER_assume(invalid >= 1);
            invalid += unowned + exclusive + shared - 1;
            unowned = 0;
            shared = 0;
            exclusive = 1;
        }
    }
    if (exclusive < 0 || shared < 0 || unowned < 0 || invalid < 0)
        reach_error();
    if (invalid + unowned + exclusive < 1)
        reach_error();
    return 0;
}
