// verdict: unsafe(reach)
// line: 19
// int: math
// twin: fibonacci.c
// source: own
// about: the first one is 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
    if (n < 2)
        return n < 0 ? 0 : n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    if (fibonacci(__VERIFIER_nondet_int()) < 1)
        reach_error();
    return 0;
}
