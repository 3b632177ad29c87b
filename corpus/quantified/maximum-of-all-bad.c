// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: maximum-of-all.c
// source: own
// about: the second element is not looked at

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = a[0];
    for (int i = 2; i < n; i++)
        if (a[i] > m)
            m = a[i];
    //@ assert \forall int k; 0 <= k < n ==> a[k] <= m;
    return 0;
}
