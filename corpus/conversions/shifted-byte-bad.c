// verdict: unsafe(reach)
// line: 15
// twin: shifted-byte.c
// source: own
// about: 127 has no high bit

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 127)
        return 0;
    if ((c << 1) < 256)
        reach_error();
    c <<= 1;
    if (c > 254)
        reach_error();
    return 0;
}
