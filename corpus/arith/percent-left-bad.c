// verdict: unsafe(divzero)
// line: 14
// twin: percent-left.c
// source: own
// about: at 100 percent nothing is left to divide by

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char percent = __VERIFIER_nondet_uchar();
    if (percent > 100)
        percent = 100;
    int rate = 5000 / (100 - percent);
    if (rate < 49)
        reach_error();
    return 0;
}
