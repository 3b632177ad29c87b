// verdict: unsafe(shift)
// line: 13
// twin: shift-wide.c
// source: own
// about: 64 bits cannot be shifted by 64

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned long long x = 0;
    if (n < 65)
        x = 1ull << n;
    return x == 0;
}
