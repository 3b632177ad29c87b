// verdict: unsafe(reach)
// engine: mse
// line: 18
// twin: init-backwards.c
// source: own
// about: the first element is left out

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = n - 1; i >= 1; i--)
        a[i] = 9;
    //@ assert \forall int k; 0 <= k < n ==> a[k] == 9;
    return 0;
}
