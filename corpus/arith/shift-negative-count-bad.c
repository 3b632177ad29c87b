// verdict: unsafe(shift)
// line: 13
// twin: shift-negative-count.c
// source: own
// about: a right shift by -1

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 1000;
    if (n >= -1 && n < 32)
        x = x >> n;
    return x;
}
