// verdict: unsafe(reach)
// engine: mse
// line: 19
// twin: fill-variable-length.c
// source: own
// about: the first element stays 0

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    int a[n];
    a[0] = 0;
    for (int i = 1; i < n; i++)
        a[i] = 6;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 6;
    return 0;
}
