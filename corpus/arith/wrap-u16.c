// verdict: safe
// twin: wrap-u16-bad.c
// source: own
// about: an unsigned short wraps at 65536 in a compound assignment

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short s = __VERIFIER_nondet_ushort();
    if (s > 4)
        return 0;
    s -= 5;
    if (s < 65531 || s > 65535)
        reach_error();
    return 0;
}
