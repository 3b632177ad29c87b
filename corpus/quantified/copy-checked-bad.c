// verdict: unsafe(reach)
// engine: mse
// line: 23
// twin: copy-checked.c
// source: own
// about: one element too many is compared

#define N 100
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[N + 1], b[N + 1] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i <= n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    for (int i = 0; i < n + 1; i++)
        if (b[i] != a[i])
            reach_error();
    return 0;
}
