// verdict: unsafe(reach)
// line: 17
// twin: mixed-comparison.c
// source: own
// about: -1 is not less than 1u

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= -1);
    if (!(x < u) && (long long)x < (long long)u)
        reach_error();
    return 0;
}
