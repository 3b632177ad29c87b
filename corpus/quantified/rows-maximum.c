// verdict: unknown
// todo: safe
// engine: mse
// twin: rows-maximum-bad.c
// source: own
// about: the maximum of each row

#define N 20
#define M 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N][M], best[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        best[i] = -1;
        for (int j = 0; j < M; j++) {
            int x = __VERIFIER_nondet_int();
            a[i][j] = x > 0 ? x : 0;
            if (j >= 0 && a[i][j] > best[i])
                best[i] = a[i][j];
        }
    }
    //@ assert \forall int i, j; 0 <= i < n && 0 <= j < M ==> a[i][j] <= best[i];
    return 0;
}
