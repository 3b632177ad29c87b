// verdict: unsafe(divzero)
// line: 14
// twin: remainder-by-zero.c
// source: own
// about: remainder by 0

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned m = __VERIFIER_nondet_uint();
    unsigned r = 0;
    if (m >= 0)
        r = x % m;
    return r == 3;
}
