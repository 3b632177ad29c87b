// verdict: safe
// slow: yes
// twin: varint_leb-bad.c
// source: own
// about: unsigned LEB128 encoder and decoder: round trip of a number and decoding of arbitrary bytes

#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define VARINT_MAX 10   /* bytes for a 64 bit number */
#define WIRE_SIZE 12

static size_t varint_put(uint64_t v, uint8_t *out)
{
    size_t n = 0;

    while (v >= 0x80) {
        out[n++] = (uint8_t)(v & 0x7f) | 0x80;
        v >>= 7;
    }
    out[n++] = (uint8_t)v;
    return n;
}

/*
 * Returns the number of bytes used, or 0 if the data ends in the middle of a
 * number or the number does not fit into 64 bits.
 */
static size_t varint_get(const uint8_t *in, size_t avail, uint64_t *out)
{
    uint64_t v = 0;
    unsigned shift = 0;

    for (size_t i = 0; i < avail; i++) {
        uint64_t bits = in[i] & 0x7f;

        if (shift > 63 || (shift == 63 && bits > 1))
            return 0;
        v |= bits << shift;
        if ((in[i] & 0x80) == 0) {
            *out = v;
            return i + 1;
        }
        shift += 7;
    }
    return 0;
}

static void check_round_trip(uint64_t v)
{
    uint8_t buf[VARINT_MAX];
    uint64_t back = 0;

    size_t n = varint_put(v, buf);
    assert(n <= sizeof buf);
    size_t used = varint_get(buf, n, &back);
    assert(used == n && back == v);
    /* a prefix is never a complete number */
    assert(varint_get(buf, n - 1, &back) == 0);
}

int main(void)
{
    uint8_t wire[WIRE_SIZE], packed[VARINT_MAX];
    uint64_t v;

    v = __VERIFIER_nondet_uint();
    v = v << 32 | __VERIFIER_nondet_uint();
    check_round_trip(v);
    check_round_trip(UINT64_MAX);

    for (size_t i = 0; i < WIRE_SIZE; i++)
        wire[i] = __VERIFIER_nondet_uchar();

    size_t pos = 0, numbers = 0;
    while (pos < WIRE_SIZE) {
        size_t used = varint_get(wire + pos, WIRE_SIZE - pos, &v);
        if (used == 0)
            break;
        /* the sender may pad, we never need more room than it took */
        assert(varint_put(v, packed) <= used);
        pos += used;
        numbers++;
    }
    printf("%zu numbers in %zu bytes\n", numbers, pos);
    assert(numbers <= pos && pos <= WIRE_SIZE);
    return 0;
}
