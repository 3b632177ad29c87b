// verdict: safe
// slow: yes
// twin: hex_parse-bad.c
// source: own
// about: parses a string of hex digit pairs into bytes and prints it back

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_BYTES 8
#define MAX_TEXT  (2 * MAX_BYTES)

/* value of one hex digit, -1 if it is none */
static int hex_val(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20; /* fold to lower case */
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Number of bytes stored in out, or -1 (odd length, bad digit, too long). */
static int hex_decode(const char *text, size_t len, uint8_t *out, size_t cap)
{
    if (len % 2 != 0 || len / 2 > cap)
        return -1;
    for (size_t i = 0; i < len; i += 2) {
        int hi = hex_val((unsigned char)text[i]);
        int lo = hex_val((unsigned char)text[i + 1]);
        if (hi < 0 || lo < 0)
            return -1;
        out[i / 2] = (uint8_t)(hi * 16 + lo);
    }
    return (int)(len / 2);
}

static void hex_encode(const uint8_t *data, int n, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < n; i++) {
        *text++ = digits[data[i] >> 4];
        *text++ = digits[data[i] & 0x0f];
    }
    *text = '\0';
}

int main(void)
{
    char text[MAX_TEXT];
    char back[MAX_TEXT + 1];
    uint8_t bytes[MAX_BYTES];

    size_t len = __VERIFIER_nondet_uchar();
    if (len > MAX_TEXT)
        len = MAX_TEXT;
    for (size_t i = 0; i < len; i++)
        text[i] = __VERIFIER_nondet_char();

    int n = hex_decode(text, len, bytes, MAX_BYTES);
    if (n < 0) {
        puts("not a hex string");
        return 1;
    }
    assert((size_t)n * 2 == len);

    hex_encode(bytes, n, back);
    for (size_t i = 0; i < len; i++)
        assert(tolower((unsigned char)text[i]) == back[i]);
    printf("%d bytes: %s\n", n, back);
    return 0;
}
