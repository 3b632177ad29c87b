// verdict: unsafe(reach)
// engine: mse
// line: 24
// twin: clamp.c
// source: own
// about: up to 101

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            a[i] = 0;
        if (a[i] > 101)
            a[i] = 100;
    }
    //@ assert \forall int k; 0 <= k < n ==> 0 <= a[k] <= 100;
    return 0;
}
