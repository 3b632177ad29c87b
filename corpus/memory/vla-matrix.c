// verdict: safe
// twin: vla-matrix-bad.c
// source: own
// about: a matrix whose two sizes are inputs is filled row by row

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 100 || m < 1 || m > 100)
        return 0;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m + 0; j++)
            a[i][j] = 0;
    return 0;
}
