// verdict: safe
// engine: mse
// twin: init-by-index-bad.c
// source: own
// about: what an element holds depends on its index

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 2 * k;
    return 0;
}
