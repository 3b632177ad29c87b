// verdict: unsafe(reach)
// line: 14
// twin: set-bit.c
// source: own
// about: without the set bit the value may be 0

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned v = (c & 3u) | 0u;
    if (v < 4 || v > 7)
        reach_error();
    return 0;
}
