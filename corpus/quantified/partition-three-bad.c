// verdict: unsafe(reach)
// engine: mse
// line: 26
// twin: partition-three.c
// source: own
// about: 1 is positive as well

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], low[N], high[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int l = 0, h = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            low[l++] = a[i];
        else if (a[i] > 0)
            high[h++] = a[i];
    }
    //@ assert \forall int k; 0 <= k < l ==> low[k] < 0;
    //@ assert \forall int k; 0 <= k < h ==> high[k] > 1;
    return 0;
}
