// verdict: safe
// engine: mse
// twin: sentinel-search-bad.c
// source: own
// about: a search that ends at a sentinel needs no bound

#define N 8
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N + 1];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    a[n] = x + 0;
    int i = 0;
    while (i <= n && a[i] != x)
        i++;
    //@ assert i <= n;
    return 0;
}
