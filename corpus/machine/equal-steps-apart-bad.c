// verdict: unsafe(reach)
// line: 21
// twin: equal-steps-apart.c
// source: own
// about: the difference of 10 wraps round to that of the bound

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned low = __VERIFIER_nondet_uint();
    __VERIFIER_assume(low <= 4294967286u);
    unsigned high = low + 10;
    while (low > 0 && __VERIFIER_nondet_int()) {
        low--;
        high--;
    }
    if (low > high)
        reach_error();
    return 0;
}
