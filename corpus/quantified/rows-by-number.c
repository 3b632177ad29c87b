// verdict: unknown
// todo: safe
// engine: mse
// twin: rows-by-number-bad.c
// source: own
// about: each row holds its number

#define N 20
#define M 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N][M];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i + 0;
    //@ assert \forall int i, j; 0 <= i < n && 0 <= j < M ==> a[i][j] == i;
    return 0;
}
