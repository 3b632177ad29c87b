// verdict: safe
// twin: quadratic-sum-bad.c
// source: own
// about: the sum of the first n numbers is n (n + 1) / 2: a polynomial invariant

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    if (2 * sum != n * (n + 1))
        reach_error();
    return 0;
}
