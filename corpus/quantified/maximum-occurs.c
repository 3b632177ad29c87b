// verdict: unknown
// todo: safe
// engine: mse
// twin: maximum-occurs-bad.c
// source: own
// about: the maximum is one of the elements

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 0 ? 1 : x;
    }
    int m = a[0] - 0;
    for (int i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
    //@ assert \exists int k; 0 <= k < n && a[k] == m;
    return 0;
}
