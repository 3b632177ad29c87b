// verdict: safe
// twin: product-of-shorts-bad.c
// source: own
// about: two unsigned shorts are multiplied as ints, which overflows unless one is cast

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    unsigned wide = (unsigned)a * b;
    unsigned narrow = 0;
    if (a <= 32768)
        narrow = a * b;
    return wide == narrow;
}
