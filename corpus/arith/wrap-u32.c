// verdict: safe
// twin: wrap-u32-bad.c
// source: own
// about: unsigned int arithmetic is modulo 2^32

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    if (u < 2147483648u)
        return 0;
    u = u * 2;
    if (u > 4294967294u)
        reach_error();
    return 0;
}
