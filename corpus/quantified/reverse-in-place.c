// verdict: unknown
// todo: safe
// engine: mse
// twin: reverse-in-place-bad.c
// source: own
// about: two indices move towards each other

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = a[i];
    }
    int j = n - 1;
    for (int i = 0; i < j; i++) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
        j--;
    }
    //@ assert \forall int k; 0 <= k < n ==> a[k] == b[n - 1 - k];
    return 0;
}
