// verdict: unsafe(reach)
// engine: mse
// line: 23
// twin: fill-two-parts.c
// source: own
// about: the second part begins too late

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int m = __VERIFIER_nondet_int();
    if (m < 0 || m > n)
        return 0;
    for (int i = 0; i < m; i++)
        a[i] = 1;
    for (int i = m + 1; i < n; i++)
        a[i] = 2;
    /*@ assert (\forall int k; 0 <= k < m ==> a[k] == 1) &&
      @        (\forall int k; m <= k < n ==> a[k] == 2); */
    return 0;
}
