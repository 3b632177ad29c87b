// verdict: unsafe(reach)
// line: 14
// twin: difference-of-shorts.c
// source: own
// about: it is not always at least 0

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    if (a - b < 0)
        reach_error();
    return 0;
}
