// verdict: safe
// int: math
// twin: fibonacci-bad.c
// source: own
// about: two calls: the result is not negative

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
    if (n < 2)
        return n < 0 ? 0 : n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    if (fibonacci(__VERIFIER_nondet_int()) < 0)
        reach_error();
    return 0;
}
