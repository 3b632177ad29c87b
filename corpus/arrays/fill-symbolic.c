// verdict: safe
// twin: fill-symbolic-bad.c
// source: own
// about: a loop that fills the first n elements

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char buffer[64] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 64)
        n = 64;
    for (unsigned i = 0; i < n; i++)
        buffer[i] = 255;
    return buffer[0];
}
