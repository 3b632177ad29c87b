// verdict: safe
// twin: signed-char-bad.c
// source: own
// about: bytes from 128 on are negative as signed char

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte < 128)
        return 0;
    signed char value = (signed char)byte;
    if (value >= 0)
        reach_error();
    return 0;
}
