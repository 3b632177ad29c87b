// verdict: safe
// twin: shift-wide-bad.c
// source: own
// about: the width of a shift is that of its left operand, not of its right one

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned long long x = 0;
    if (n < 64)
        x = 1ull << n;
    return x == 0;
}
