// verdict: unsafe(reach)
// engine: mse
// line: 18
// twin: init-by-index.c
// source: own
// about: three times the index, not twice

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 2 * k;
    return 0;
}
