// verdict: unsafe(reach)
// engine: mse
// line: 20
// twin: init-twice.c
// source: own
// about: the second pass starts too late

#define N 300
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    for (int i = 1; i < n; i++)
        a[i] = 2;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 2;
    return 0;
}
