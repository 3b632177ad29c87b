// verdict: unsafe(reach)
// engine: mse
// line: 23
// twin: copy-part.c
// source: own
// about: the part begins one element too early

#define N 1000
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N], b[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    int from = __VERIFIER_nondet_int();
    if (from < 1 || from > n)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = from; i < n; i++)
        b[i] = a[i];
    //@ assert \forall int k; from - 1 <= k < n ==> b[k] == a[k];
    return 0;
}
