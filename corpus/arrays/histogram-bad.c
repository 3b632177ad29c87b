// verdict: unsafe(bounds)
// line: 12
// twin: histogram.c
// source: own
// about: 255 / 60 is 4

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned classes[4] = {0};
    for (int i = 0; i < 1000; i++)
        classes[__VERIFIER_nondet_uchar() / 60]++;
    return classes[0] > 500;
}
