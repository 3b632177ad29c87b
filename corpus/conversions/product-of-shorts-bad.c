// verdict: unsafe(overflow)
// line: 15
// twin: product-of-shorts.c
// source: own
// about: 65535 * 65535 is a signed overflow although both factors are unsigned

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    unsigned wide = (unsigned)a * b;
    unsigned narrow = 0;
    if (a <= 65535)
        narrow = a * b;
    return wide == narrow;
}
