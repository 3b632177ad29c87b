// verdict: unsafe(reach)
// engine: mse
// line: 18
// twin: init-even.c
// source: own
// about: the others are written

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 1; i < n; i += 2)
        a[i] = 1;
    //@ assert \forall int k; 0 <= k < n / 2 ==> a[2 * k] == 1;
    return 0;
}
