// verdict: safe
// slow: yes
// twin: human_size-bad.c
// source: own
// about: prints a byte count with a unit letter and one decimal (1.5K, 3.0G)

#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static const char unit_letters[] = "BKMGTPE";

typedef struct {
    unsigned whole;     // 0 .. 1023
    unsigned tenths;    // 0 .. 9, rounded down
    unsigned unit;      // index into unit_letters
    uint64_t rest;      // what is left over below one whole unit
} HumanSize;

static HumanSize humanize(uint64_t bytes)
{
    HumanSize h = { 0, 0, 0, 0 };

    while (bytes >> (10 * h.unit) >= 1024)
        h.unit++;

    uint64_t one = UINT64_C(1) << (10 * h.unit);
    h.whole = (unsigned)(bytes / one);
    h.rest = bytes % one;
    h.tenths = (unsigned)(h.rest * 10 / one);   // rest < 2^60, no overflow
    return h;
}

static int format_size(char *buf, size_t size, uint64_t bytes)
{
    HumanSize h = humanize(bytes);

    if (h.unit == 0)
        return snprintf(buf, size, "%uB", h.whole);
    return snprintf(buf, size, "%u.%u%c", h.whole, h.tenths, unit_letters[h.unit]);
}

int main(void)
{
    char text[16];
    uint64_t high = __VERIFIER_nondet_uint();
    uint64_t low = __VERIFIER_nondet_uint();
    uint64_t bytes = high << 32 | low;

    HumanSize h = humanize(bytes);
    assert(h.whole < 1024 && h.tenths <= 9);
    assert(h.unit < strlen(unit_letters));
    assert(h.unit == 0 || h.whole >= 1);
    // nothing got lost
    assert(((uint64_t)h.whole << (10 * h.unit)) + h.rest == bytes);

    int n = format_size(text, sizeof text, bytes);
    if (n < 0 || (size_t)n >= sizeof text)
        return 1;
    printf("%" PRIu64 " = %s\n", bytes, text);
    return 0;
}
