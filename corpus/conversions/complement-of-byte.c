// verdict: safe
// twin: complement-of-byte-bad.c
// source: own
// about: the complement of a byte is a negative int until it is stored

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (~c >= 0)
        reach_error();
    c = 0;
    unsigned char stored = ~c;
    if (stored != 255 || ~c != -1)
        reach_error();
    return 0;
}
