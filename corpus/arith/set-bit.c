// verdict: safe
// needs: solver
// twin: set-bit-bad.c
// source: own
// about: and, or and exclusive or on small ranges

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned v = (c & 3u) | 4u;
    if (v < 4 || v > 7)
        reach_error();
    return 0;
}
