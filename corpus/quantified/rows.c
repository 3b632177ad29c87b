// verdict: safe
// engine: mse
// twin: rows-bad.c
// source: own
// about: all rows of a matrix

#define N 100
#define M 30
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N][M];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i][0] = 0;
        for (int j = 0; j < M; j++)
            a[i][j] = 4;
    }
    //@ assert \forall int i, j; 0 <= i < n && 0 <= j < M ==> a[i][j] == 4;
    return 0;
}
