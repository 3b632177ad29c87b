// verdict: safe
// twin: difference-of-shorts-bad.c
// source: own
// about: the difference of two unsigned shorts is an int and may be negative

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    if (a - b < -65535)
        reach_error();
    return 0;
}
