// verdict: safe
// engine: mse
// slow: yes
// twin: reverse-copy-bad.c
// source: own
// about: the elements in the other order

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        b[n - 1 - i] = a[i];
    //@ assert \forall int k; 0 <= k < n - 1 ==> b[k] == a[n - 1 - k];
    return 0;
}
