// verdict: safe
// twin: shift-count-bad.c
// source: own
// about: shifts of an unsigned int by 0 to 31

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned bit = 0;
    if (n <= 31)
        bit = 1u << n;
    return bit == 16u;
}
