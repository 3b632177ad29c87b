// verdict: unsafe(reach)
// line: 16
// twin: wrap-u32.c
// source: own
// about: 4294967295 * 2 is 4294967294

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    if (u < 2147483648u)
        return 0;
    u = u * 2;
    if (u > 4294967293u)
        reach_error();
    return 0;
}
