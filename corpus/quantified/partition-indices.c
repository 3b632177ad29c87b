// verdict: safe
// engine: mse
// twin: partition-indices-bad.c
// source: own
// about: the indices of the elements that fit

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], index[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 10)
            index[m++] = i;
    //@ assert \forall int k; 0 <= k < m ==> 0 <= index[k] < n && a[index[k]] > 10;
    return 0;
}
