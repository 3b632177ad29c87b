// verdict: unsafe(reach)
// line: 30
// twin: even-odd.c
// source: own
// about: the result may be 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_odd(int n);

static int is_even(int n) {
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(int n) {
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    int even = is_even(n);
    if (even < 0 || even > 0)
        reach_error();
    return 0;
}
