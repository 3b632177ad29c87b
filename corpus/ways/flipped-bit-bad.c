// verdict: unsafe(reach)
// twin: flipped-bit.c
// source: own
// about: the bit in front is lost, so that changes of it are not noticed

#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

enum { COUNT = 5 };

static uint8_t checksum(const uint8_t *data)
{
    uint8_t sum = 0;

    for (int i = 0; i < COUNT; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            sum = (uint8_t)((sum & 0x80) ? sum << 1 : sum << 1);
    }
    return sum;
}

int main(void)
{
    uint8_t data[COUNT];

    for (int i = 0; i < COUNT; i++)
        data[i] = __VERIFIER_nondet_uchar();
    uint8_t before = checksum(data);

    unsigned at = __VERIFIER_nondet_uint() % (8u * COUNT);
    data[at / 8] ^= (uint8_t)(1u << at % 8);
    assert(checksum(data) != before);
    return 0;
}
