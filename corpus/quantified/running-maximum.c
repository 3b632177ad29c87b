// verdict: safe
// engine: mse
// slow: yes
// twin: running-maximum-bad.c
// source: own
// about: the maxima of the beginnings do not fall

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], m[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    m[0] = a[0];
    for (int i = 1; i < n; i++)
        m[i] = i >= 1 && m[i - 1] > a[i] ? m[i - 1] : a[i];
    //@ assert \forall int k; 1 <= k < n ==> m[k - 1] <= m[k];
    return 0;
}
