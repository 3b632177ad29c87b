// verdict: safe
// twin: equal-steps-apart-bad.c
// source: own
// about: unsigned counters at equal steps keep their difference

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned low = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= 4294967285u);
    unsigned high = low + 10;
    while (low > 0 && __VERIFIER_nondet_int()) {
        low--;
        high--;
    }
    if (low > high)
        reach_error();
    return 0;
}
