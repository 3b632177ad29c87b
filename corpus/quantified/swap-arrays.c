// verdict: safe
// engine: mse
// slow: yes
// twin: swap-arrays-bad.c
// source: own
// about: two arrays exchange their elements

#define N 200
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = -1;
    }
    for (int i = 0; i < n; i++) {
        int t = a[i];
        a[i] = b[i];
        b[i] = t + 0;
    }
    //@ assert \forall int k; 0 <= k < n ==> a[k] == -1 && b[k] == k;
    return 0;
}
