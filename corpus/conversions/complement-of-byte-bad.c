// verdict: unsafe(reach)
// line: 17
// twin: complement-of-byte.c
// source: own
// about: ~0 of a byte is not 255

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (~c >= 0)
        reach_error();
    c = 0;
    unsigned char stored = ~c;
    if (stored != 255 || ~c != 255)
        reach_error();
    return 0;
}
