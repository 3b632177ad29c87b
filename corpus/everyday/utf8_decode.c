// verdict: safe
// slow: yes
// twin: utf8_decode-bad.c
// source: own
// about: strict UTF-8 decoder; every accepted character is encoded again and must give the same bytes

#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BUF_BYTES 8
#define CP_MAX 0x10FFFFu

/* smallest code point that needs a sequence of [length] bytes */
static const uint32_t first_of_length[5] = { 0, 0, 0x80, 0x800, 0x10000 };

static size_t sequence_length(uint8_t lead) {
    if (lead < 0x80) return 1;
    if ((lead & 0xE0) == 0xC0) return 2;
    if ((lead & 0xF0) == 0xE0) return 3;
    if ((lead & 0xF8) == 0xF0) return 4;
    return 0;
}

/* Decodes one character; returns the bytes consumed, 0 if the input is invalid. */
static size_t utf8_decode(const uint8_t *s, size_t avail, uint32_t *cp) {
    size_t len = avail > 0 ? sequence_length(s[0]) : 0;
    if (len == 0 || len > avail) return 0;

    uint32_t v = len == 1 ? s[0] : s[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80) return 0;
        v = (v << 6) | (s[i] & 0x3Fu);
    }
    if (v < first_of_length[len]) return 0;      /* overlong */
    if (v > CP_MAX) return 0;
    if (v >= 0xD800 && v <= 0xDFFF) return 0;    /* surrogate */
    *cp = v;
    return len;
}

static size_t utf8_encode(uint32_t cp, uint8_t *out) {
    if (cp < 0x80) {
        out[0] = (uint8_t)cp;
        return 1;
    }
    size_t len = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (cp & 0x3F));
        cp >>= 6;
    }
    out[0] = (uint8_t)((0xF00u >> len) | cp);
    return len;
}

int main(void) {
    uint8_t buf[BUF_BYTES], again[4];
    size_t n = __VERIFIER_nondet_uint() % (BUF_BYTES + 1);
    for (size_t i = 0; i < n; i++)
        buf[i] = __VERIFIER_nondet_uchar();

    size_t pos = 0, chars = 0;
    while (pos < n) {
        uint32_t cp;
        size_t used = utf8_decode(buf + pos, n - pos, &cp);
        if (used == 0) {
            printf("invalid byte at %zu\n", pos);
            return 1;
        }
        assert(cp <= CP_MAX);
        size_t made = utf8_encode(cp, again);
        assert(made == used && memcmp(again, buf + pos, used) == 0);
        printf("U+%04X\n", (unsigned)cp);
        pos += used;
        chars++;
    }
    assert(chars <= n && n <= 4 * chars);
    return 0;
}
