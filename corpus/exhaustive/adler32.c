// verdict: safe
// twin: adler32-bad.c
// source: own
// about: the Adler-32 checksum of a known word

extern void reach_error(void);

int main(void) {
    const unsigned char text[] = "Wikipedia";
    unsigned a = 1, b = 0;
    for (unsigned i = 0; text[i]; i++) {
        a = (a + text[i]) % 65521;
        b = (b + a) % 65521;
    }
    if (((b << 16) | a) != 0x11e60398u)
        reach_error();
    return 0;
}
