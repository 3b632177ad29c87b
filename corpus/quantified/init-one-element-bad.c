// verdict: unsafe(reach)
// engine: mse
// line: 23
// twin: init-one-element.c
// source: own
// about: the loop starts too late

#define N 500
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[N] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 1; i < n; i++)
        a[i] = 42;
    int p = __VERIFIER_nondet_int();
    if (p < 0 || p >= n)
        return 0;
    if (a[p] != 42)
        reach_error();
    return 0;
}
