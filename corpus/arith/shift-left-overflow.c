// verdict: safe
// twin: shift-left-overflow-bad.c
// source: own
// about: an int bit may be shifted up to place 30

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int bit = 0;
    if (n >= 0 && n <= 30)
        bit = 1 << n;
    return bit == 4;
}
