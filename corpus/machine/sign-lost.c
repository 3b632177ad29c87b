// verdict: safe
// twin: sign-lost-bad.c
// source: own
// about: an unsigned equals an int that is not negative

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    unsigned u = x;
    if ((long long)u - x != 0)
        reach_error();
    return 0;
}
