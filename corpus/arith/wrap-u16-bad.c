// verdict: unsafe(reach)
// line: 16
// twin: wrap-u16.c
// source: own
// about: 0 - 1 is stored as 65535

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short s = __VERIFIER_nondet_ushort();
    if (s > 4)
        return 0;
    s -= 5;
    if (s < 65531 || s > 65534)
        reach_error();
    return 0;
}
