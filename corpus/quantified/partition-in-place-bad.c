// verdict: unsafe(reach)
// engine: mse
// line: 26
// twin: partition-in-place.c
// source: own
// about: the border is another one

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < 51) {
            int t = a[m];
            a[m] = a[i];
            a[i] = t;
            m++;
        }
    //@ assert \forall int k; 0 <= k < m ==> a[k] < 50;
    return 0;
}
