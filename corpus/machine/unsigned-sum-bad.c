// verdict: unsafe(reach)
// line: 17
// twin: unsigned-sum.c
// source: own
// about: the sum of the two greatest is 0

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 2147483648u && y <= 2147483648u);
    unsigned sum = x + y;
    if (sum < x)
        reach_error();
    return 0;
}
