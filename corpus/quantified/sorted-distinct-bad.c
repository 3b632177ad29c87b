// verdict: unsafe(reach)
// engine: mse
// line: 18
// twin: sorted-distinct.c
// source: own
// about: all the same

#define N 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 0 * i;
    //@ assert \forall int i, j; 0 <= i < j < n ==> a[i] != a[j];
    return 0;
}
