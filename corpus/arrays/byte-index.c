// verdict: safe
// twin: byte-index-bad.c
// source: own
// about: a byte can be nothing but an index of 256 elements

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    static int seen[256];
    for (int i = 0; i < 50; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        seen[c] = 1;
    }
    return seen[65];
}
