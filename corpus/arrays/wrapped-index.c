// verdict: safe
// twin: wrapped-index-bad.c
// source: own
// about: an unsigned index that wraps below 0 is caught by its upper bound

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    if (i - 2 < 4)
        return a[i - 2];
    return 0;
}
