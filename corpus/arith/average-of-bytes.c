// verdict: safe
// twin: average-of-bytes-bad.c
// source: own
// about: the mean of three bytes is a byte, since the sum is an int

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar();
    int mean = (a + b + c) / 3;
    if (mean > 255)
        reach_error();
    return 0;
}
