// verdict: safe
// engine: mse
// twin: find-all-equal-bad.c
// source: own
// about: two arrays are compared

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    int equal = 1;
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            equal = 0;
    //@ assert equal == 1 ==> (\forall int k; 0 <= k < n ==> a[k] == b[k]);
    return 0;
}
