// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: find-last.c
// source: own
// about: the last element is not looked at

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int i = n - 2;
    while (i >= 0 && a[i] != x)
        i--;
    //@ assert \forall int k; i < k < n ==> a[k] != x;
    return 0;
}
