// verdict: safe
// slow: yes
// twin: framing-bad.c
// source: own
// about: packet framing with byte stuffing, encode/decode round trip

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define FLAG   0x7E     /* frame delimiter */
#define ESC    0x7D     /* next byte is XORed with FLIP */
#define FLIP   0x20

#define MAX_DATA 10

/* Worst case: every byte escaped, plus two delimiters. */
static size_t frame_bound(size_t n)
{
    return 2 * n + 2;
}

static size_t frame_encode(uint8_t *out, const uint8_t *in, size_t n)
{
    size_t o = 0;

    out[o++] = FLAG;
    for (size_t i = 0; i < n; i++) {
        if (in[i] == FLAG || in[i] == ESC) {
            out[o++] = ESC;
            out[o++] = in[i] ^ FLIP;
        } else {
            out[o++] = in[i];
        }
    }
    out[o++] = FLAG;
    return o;
}

/* Returns the number of data bytes or -1 for a malformed frame. */
static int frame_decode(uint8_t *out, size_t cap, const uint8_t *in, size_t n)
{
    size_t o = 0, i;

    if (n < 2 || in[0] != FLAG || in[n - 1] != FLAG)
        return -1;

    for (i = 1; i < n - 1; i++) {
        uint8_t b = in[i];

        if (b == FLAG)
            return -1;
        if (b == ESC) {
            i++;
            if (i >= n - 1)
                return -1;
            b = in[i] ^ FLIP;
        }
        if (o >= cap)
            return -1;
        out[o++] = b;
    }
    return (int)o;
}

int main(void)
{
    uint8_t data[MAX_DATA] = { 0 };
    uint8_t back[MAX_DATA] = { 0 };
    size_t n = __VERIFIER_nondet_uchar();
    uint8_t *wire;
    size_t wire_len;
    int got;

    if (n > MAX_DATA)
        n = MAX_DATA;
    for (size_t i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();

    wire = malloc(frame_bound(n));
    if (wire == NULL) {
        fputs("out of memory\n", stderr);
        return 1;
    }

    wire_len = frame_encode(wire, data, n);
    assert(wire_len >= n + 2 && wire_len <= frame_bound(n));

    /* the delimiter must not occur inside the frame */
    assert(memchr(wire + 1, FLAG, wire_len - 2) == NULL);

    got = frame_decode(back, sizeof back, wire, wire_len);
    assert(got == (int)n);
    assert(memcmp(back, data, n) == 0);

    /* a frame cut short is refused */
    assert(frame_decode(back, sizeof back, wire, wire_len - 1) < 0);

    printf("%zu bytes -> %zu on the wire\n", n, wire_len);
    free(wire);
    return 0;
}
