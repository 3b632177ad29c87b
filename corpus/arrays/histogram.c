// verdict: safe
// twin: histogram-bad.c
// source: own
// about: bytes in four classes

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned classes[4] = {0};
    for (int i = 0; i < 1000; i++)
        classes[__VERIFIER_nondet_uchar() / 64]++;
    return classes[0] > 500;
}
