// verdict: safe
// engine: mse
// slow: yes
// twin: shift-left-bad.c
// source: own
// about: every element moves to the place before it

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N + 2], b[N + 2];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n + 2; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = a[i];
    }
    for (int i = 0; i < n; i++)
        a[i] = a[i + 1];
    //@ assert \forall int k; 0 <= k < n ==> a[k] == b[k + 1];
    return 0;
}
