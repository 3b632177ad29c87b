// verdict: safe
// twin: percent-left-bad.c
// source: own
// about: a divisor that is a difference

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char percent = __VERIFIER_nondet_uchar();
    if (percent > 100)
        percent = 100;
    int rate = 5000 / (101 - percent);
    if (rate < 49)
        reach_error();
    return 0;
}
