// verdict: safe
// twin: even-odd-bad.c
// source: own
// about: mutual recursion: the result is 0 or 1

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
    if (even < 0 || even > 1)
        reach_error();
    return 0;
}
