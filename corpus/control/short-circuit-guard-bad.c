// verdict: unsafe(bounds)
// line: 12
// twin: short-circuit-guard.c
// source: own
// about: the test lets the length through

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static const int table[5] = {3, 1, 4, 1, 5};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 6 && table[i] > 3)
        return 1;
    return !(i >= 5 || table[i] != 1);
}
