// verdict: safe
// twin: shift-negative-count-bad.c
// source: own
// about: a right shift by an amount that is not negative

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 1000;
    if (n >= 0 && n < 32)
        x = x >> n;
    return x;
}
