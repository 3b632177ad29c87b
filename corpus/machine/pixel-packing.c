// verdict: safe
// twin: pixel-packing-bad.c
// source: own
// about: three colours in sixteen bits, there and back

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned short pack(unsigned char red, unsigned char green, unsigned char blue) {
    return (unsigned short)((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3);
}

static void unpack(unsigned short colour, unsigned char *red, unsigned char *green, unsigned char *blue) {
    *red = (unsigned char)((colour >> 11) << 3);
    *green = (unsigned char)(((colour >> 5) & 63) << 2);
    *blue = (unsigned char)((colour & 31) << 3);
}

int main(void) {
    unsigned char red = __VERIFIER_nondet_uchar(), green = __VERIFIER_nondet_uchar(), blue = __VERIFIER_nondet_uchar();
    unsigned char r, g, b;
    unpack(pack(red, green, blue), &r, &g, &b);
    if (r != (red & 248) || g != (green & 252) || b != (blue & 248)) {
        reach_error();
    }
    return 0;
}
