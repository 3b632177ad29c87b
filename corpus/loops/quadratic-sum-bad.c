// verdict: unsafe(reach)
// line: 18
// twin: quadratic-sum.c
// source: own
// about: the sum starts at 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int sum = 1;
    for (int i = 1; i <= n; i++)
        sum += i;
    if (2 * sum != n * (n + 1))
        reach_error();
    return 0;
}
