// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: larger-of-two.c
// source: own
// about: the smaller of two

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N], c[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < n; i++)
        c[i] = (a[i] > b[i]) == 0 ? a[i] : b[i];
    //@ assert \forall int k; 0 <= k < n ==> c[k] >= a[k] && c[k] >= b[k];
    return 0;
}
