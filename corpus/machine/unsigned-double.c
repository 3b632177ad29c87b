// verdict: safe
// twin: unsigned-double-bad.c
// source: own
// about: twice x is no less than x, if it fits

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 2147483647u);
    unsigned twice = 2 * x;
    if (twice < x)
        reach_error();
    return 0;
}
