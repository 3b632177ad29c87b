// verdict: unsafe(reach)
// line: 17
// twin: unsigned-comparison.c
// source: own
// about: 1 is not negative

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    if (x < -10 || x > 1 || u > 100)
        return 0;
    if (x <= u)
        reach_error();
    return 0;
}
