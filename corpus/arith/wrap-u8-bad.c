// verdict: unsafe(reach)
// line: 16
// twin: wrap-u8.c
// source: own
// about: 255 + 10 is stored as 9

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 250)
        return 0;
    c = c + 10;
    if (c < 4 || c > 8)
        reach_error();
    return 0;
}
