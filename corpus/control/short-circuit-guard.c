// verdict: safe
// twin: short-circuit-guard-bad.c
// source: own
// about: a bound is tested before it is used, in one condition

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static const int table[5] = {3, 1, 4, 1, 5};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 5 && table[i] > 3)
        return 1;
    return !(i >= 5 || table[i] != 1);
}
