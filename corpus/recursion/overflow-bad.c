// verdict: unsafe(overflow)
// line: 13
// check: overflow
// twin: overflow.c
// source: own
// about: it does if the depth is larger

extern int __VERIFIER_nondet_int(void);

static int twice(int n) {
    if (n <= 0)
        return 0;
    return 1000000 + twice(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3000)
        return 0;
    return twice(n);
}
