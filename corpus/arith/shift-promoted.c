// verdict: safe
// twin: shift-promoted-bad.c
// source: own
// about: a byte is promoted to int before it is shifted, so 20 is a fine amount

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int high = c >> 20;
    if (high != 0)
        reach_error();
    return 0;
}
