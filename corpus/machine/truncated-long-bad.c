// verdict: unsafe(reach)
// line: 16
// twin: truncated-long.c
// source: own
// about: 2147483648 does not fit

extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    long long wide = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(0 <= wide && wide <= 2147483648);
    int narrow = (int)wide;
    if (narrow != wide)
        reach_error();
    return 0;
}
