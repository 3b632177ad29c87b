// verdict: safe
// twin: one-less-bad.c
// source: own
// about: below n - 1 is below n, if n is not 0

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1);
    for (unsigned i = 0; i < n - 1; i++) {
        if (i >= n)
            reach_error();
    }
    return 0;
}
