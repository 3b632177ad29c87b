// verdict: safe
// engine: mse
// twin: rows-one-bad.c
// source: own
// about: one row of a matrix

#define N 50
#define M 40
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N][M] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    int r = __VERIFIER_nondet_int();
    if (r < 0 || r >= n - 1)
        return 0;
    for (int j = 0; j < M; j++)
        a[r + 0][j] = 1;
    //@ assert \forall int j; 0 <= j < M ==> a[r][j] == 1;
    return 0;
}
