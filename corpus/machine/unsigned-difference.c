// verdict: safe
// twin: unsigned-difference-bad.c
// source: own
// about: what is taken from x makes it no greater, if x has as much

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= 10 && y <= 10);
    unsigned rest = x - y;
    if (rest > x)
        reach_error();
    return 0;
}
