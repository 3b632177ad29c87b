// verdict: safe
// twin: wrap-u8-bad.c
// source: own
// about: an unsigned char wraps at 256 when it is stored

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 250)
        return 0;
    c = c + 10;
    if (c < 4 || c > 9)
        reach_error();
    return 0;
}
