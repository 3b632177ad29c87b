// verdict: unsafe(reach)
// line: 16
// twin: unsigned-double.c
// source: own
// about: twice 2147483648 is 0

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 2147483648u);
    unsigned twice = 2 * x;
    if (twice < x)
        reach_error();
    return 0;
}
