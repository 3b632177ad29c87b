// verdict: unsafe(bounds)
// line: 16
// twin: vla-matrix.c
// source: own
// about: the inner loop runs one column too far

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 100 || m < 1 || m > 100)
        return 0;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m + 1; j++)
            a[i][j] = 0;
    return 0;
}
