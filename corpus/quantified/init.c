// verdict: safe
// engine: mse
// twin: init-bad.c
// source: own
// about: every element up to a symbolic length is initialised

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 0;
    /*@ assert \forall int k; 0 <= k < n ==> a[k] == 0; */
    return 0;
}
