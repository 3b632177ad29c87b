// verdict: safe
// check: reach
// engine: mse
// slow: yes
// twin: bubble-pass-bad.c
// source: own
// about: one pass of exchanges brings the maximum to the end

#define N 50
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n - 1; i++)
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    //@ assert \forall int k; 0 <= k < n ==> a[k] <= a[n - 1];
    return 0;
}
