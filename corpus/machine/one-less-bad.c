// verdict: unsafe(reach)
// line: 16
// twin: one-less.c
// source: own
// about: if n is 0, n - 1 is the greatest number

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 0);
    for (unsigned i = 0; i < n - 1; i++) {
        if (i >= n)
            reach_error();
    }
    return 0;
}
