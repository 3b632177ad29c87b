// verdict: safe
// engine: mse
// twin: maximum-place-bad.c
// source: own
// about: where the maximum is

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int best = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > a[best])
            best = i;
    //@ assert \forall int k; 0 <= k < n ==> a[k] <= a[best];
    return 0;
}
