// verdict: unsafe(reach)
// line: 16
// twin: average-of-bytes.c
// source: own
// about: half the sum of three bytes is not

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar();
    int mean = (a + b + c) / 2;
    if (mean > 255)
        reach_error();
    return 0;
}
