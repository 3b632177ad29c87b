// verdict: unsafe(bounds)
// slow: yes
// line: 36
// twin: crc16_table.c
// source: own
// about: the table initialisation runs one entry too far

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* CRC-16/CCITT, polynomial x^16 + x^12 + x^5 + 1, most significant bit
   first, start value 0xFFFF, no final inversion. */

#define POLY      0x1021u
#define CRC_START 0xFFFFu

static uint16_t crc_table[256];

static uint16_t crc_shift_byte(uint16_t crc)
{
    for (int bit = 0; bit < 8; bit++)
    {
        if (crc & 0x8000u)
            crc = (uint16_t)((crc << 1) ^ POLY);
        else
            crc = (uint16_t)(crc << 1);
    }
    return crc;
}

static void crc_build_table(void)
{
    for (unsigned i = 0; i <= 256; i++)
        crc_table[i] = crc_shift_byte((uint16_t)(i << 8));
}

static uint16_t crc16(uint16_t crc, const void *data, size_t len)
{
    const uint8_t *p = data;

    while (len-- > 0)
        crc = (uint16_t)((crc << 8) ^ crc_table[(crc >> 8) ^ *p++]);
    return crc;
}

/* Slow but obvious version, for the test only. */
static uint16_t crc16_slow(const uint8_t *p, size_t len)
{
    uint16_t crc = CRC_START;

    for (size_t i = 0; i < len; i++)
        crc = crc_shift_byte((uint16_t)(crc ^ ((unsigned)p[i] << 8)));
    return crc;
}

int main(void)
{
    static const char check[] = "123456789";
    uint8_t msg[40];
    uint16_t crc;

    crc_build_table();

    /* published check value */
    crc = crc16(CRC_START, check, strlen(check));
    assert(crc == 0x29B1);

    /* computing in two pieces gives the same result */
    crc = crc16(crc16(CRC_START, check, 4), check + 4, 5);
    assert(crc == 0x29B1);

    for (size_t len = 0; len + 2 <= sizeof msg; len++)
    {
        for (size_t i = 0; i < len; i++)
            msg[i] = (uint8_t)(37u * i + 11u * len);
        crc = crc16(CRC_START, msg, len);
        assert(crc == crc16_slow(msg, len));

        /* message followed by its CRC leaves no remainder */
        msg[len] = (uint8_t)(crc >> 8);
        msg[len + 1] = (uint8_t)(crc & 0xFFu);
        assert(crc16(CRC_START, msg, len + 2) == 0);
    }

    puts("crc16: self-test passed");
    return 0;
}
