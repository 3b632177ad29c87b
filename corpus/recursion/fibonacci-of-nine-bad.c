// verdict: unsafe(reach)
// line: 18
// twin: fibonacci-of-nine.c
// source: own
// about: the ninth is 34

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    if (fibonacci(9) != 35)
        reach_error();
    return 0;
}
