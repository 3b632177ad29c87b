// verdict: unsafe(reach)
// line: 22
// check: reach
// twin: sum.c
// source: own
// about: the sum up to 1 is 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n) {
    if (n <= 0)
        return 0;
    return n + sum(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    if (sum(n) - n < 1)
        reach_error();
    return 0;
}
