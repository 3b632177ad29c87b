// verdict: safe
// check: overflow
// slow: yes
// twin: overflow-bad.c
// source: own
// about: the sum does not overflow: the depth is bounded

extern int __VERIFIER_nondet_int(void);

static int twice(int n) {
    if (n <= 0)
        return 0;
    return 1000000 + twice(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 2000)
        return 0;
    return twice(n);
}
