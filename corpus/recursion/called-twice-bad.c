// verdict: unsafe(reach)
// line: 23
// twin: called-twice.c
// source: own
// about: the sum of both is 3

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int add(int m, int n) {
    if (n <= 0)
        return m;
    return add(m + 1, n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int first = add(1, n);
    int second = add(2, n);
    if (first + second != 2 * n + 4)
        reach_error();
    return 0;
}
