// verdict: safe
// twin: shifted-byte-bad.c
// source: own
// about: a shifted byte keeps its high bit until it is stored

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 128)
        return 0;
    if ((c << 1) < 256)
        reach_error();
    c <<= 1;
    if (c > 254)
        reach_error();
    return 0;
}
