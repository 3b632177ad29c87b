// verdict: unsafe(reach)
// engine: mse
// line: 26
// twin: sorted-check.c
// source: own
// about: it does not look at the first pair

#define N 100
extern int __VERIFIER_nondet_int(void);

int sorted(const int *a, int n) {
    for (int i = 2; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    if (sorted(a, n)) {
        //@ assert \forall int k; 1 <= k < n ==> a[k - 1] <= a[k];
    }
    return 0;
}
