// verdict: unsafe(bounds)
// line: 15
// twin: fill-symbolic.c
// source: own
// about: n may be one more than the length

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char buffer[64] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 65)
        n = 64;
    for (unsigned i = 0; i < n; i++)
        buffer[i] = 255;
    return buffer[0];
}
