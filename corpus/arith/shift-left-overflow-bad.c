// verdict: unsafe(overflow)
// line: 13
// twin: shift-left-overflow.c
// source: own
// about: 1 << 31 does not fit in an int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int bit = 0;
    if (n >= 0 && n <= 31)
        bit = 1 << n;
    return bit == 4;
}
