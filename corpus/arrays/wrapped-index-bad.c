// verdict: unsafe(bounds)
// line: 13
// twin: wrapped-index.c
// source: own
// about: the test comes with one too many

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    if (i - 2 < 5)
        return a[i - 2];
    return 0;
}
