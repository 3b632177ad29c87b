// verdict: safe
// twin: remainder-by-zero-bad.c
// source: own
// about: remainder by an unsigned number that is at least 1

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned m = __VERIFIER_nondet_uint();
    unsigned r = 0;
    if (m >= 1)
        r = x % m;
    return r == 3;
}
