// verdict: safe
// twin: unsigned-sum-bad.c
// source: own
// about: x + y is no less than x, if the sum fits

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 2147483648u && y <= 2147483647u);
    unsigned sum = x + y;
    if (sum < x)
        reach_error();
    return 0;
}
