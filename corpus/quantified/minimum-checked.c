// verdict: safe
// engine: mse
// twin: minimum-checked-bad.c
// source: own
// about: the minimum, looked at in a second loop

#define N 1000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] < m)
            m = a[i];
    for (int i = 0; i < n; i++)
        if (a[i] < m)
            reach_error();
    return 0;
}
