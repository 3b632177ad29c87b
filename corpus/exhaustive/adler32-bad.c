// verdict: unsafe(reach)
// line: 17
// twin: adler32.c
// source: own
// about: the sums are taken modulo 65521

extern void reach_error(void);

int main(void) {
    const unsigned char text[] = "Wikipedia";
    unsigned a = 1, b = 0;
    for (unsigned i = 0; text[i]; i++) {
        a = (a + text[i]) % 65521;
        b = (b + a) % 65521;
    }
    if (((b << 16) | a) != 0x11e60399u)
        reach_error();
    return 0;
}
