// verdict: unsafe(reach)
// line: 17
// twin: unsigned-difference.c
// source: own
// about: x is 10 and 11 are taken

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= 10 && y <= 11);
    unsigned rest = x - y;
    if (rest > x)
        reach_error();
    return 0;
}
