// verdict: unsafe(reach)
// line: 16
// twin: signed-char.c
// source: own
// about: 127 is not

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte < 127)
        return 0;
    signed char value = (signed char)byte;
    if (value >= 0)
        reach_error();
    return 0;
}
