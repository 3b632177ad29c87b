// verdict: unsafe(reach)
// engine: mse
// line: 22
// twin: partition.c
// source: own
// about: -1 is collected as well

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = 0;
    for (int i = 0; i < n; i++)
        if (a[i] >= -1)
            b[m++] = a[i];
    //@ assert \forall int k; 0 <= k < m ==> b[k] >= 0;
    return 0;
}
