// verdict: unsafe(bounds)
// line: 13
// twin: byte-index.c
// source: own
// about: 255 elements are too few

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    static int seen[255];
    for (int i = 0; i < 50; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        seen[c] = 1;
    }
    return seen[65];
}
