// verdict: safe
// twin: mixed-comparison-bad.c
// source: own
// about: a comparison of int and unsigned is what it seems, if the int is not negative

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= 0);
    if (!(x < u) && (long long)x < (long long)u)
        reach_error();
    return 0;
}
