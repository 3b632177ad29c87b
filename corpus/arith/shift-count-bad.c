// verdict: unsafe(shift)
// line: 13
// twin: shift-count.c
// source: own
// about: a shift by the width

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned bit = 0;
    if (n <= 32)
        bit = 1u << n;
    return bit == 16u;
}
