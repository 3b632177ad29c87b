// verdict: unsafe(reach)
// engine: mse
// line: 20
// twin: copy.c
// source: own
// about: the first element is left out

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++)
        b[i] = a[i];
    //@ assert \forall int k; 0 <= k < n ==> b[k] == a[k];
    return 0;
}
