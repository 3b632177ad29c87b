// verdict: unsafe(shift)
// line: 12
// twin: shift-promoted.c
// source: own
// about: 32 is not

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int high = c >> 32;
    if (high != 0)
        reach_error();
    return 0;
}
