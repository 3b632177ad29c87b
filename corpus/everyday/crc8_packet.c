// verdict: safe
// slow: yes
// twin: crc8_packet-bad.c
// source: own
// about: packet with length byte and bitwise CRC-8, single bit errors are detected

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

/*
 * Sensor bus packet:   length | payload[length] | crc8
 * The CRC (poly 0x07, start 0) covers the length byte and the payload.
 */
enum { MAX_PAYLOAD = 12, OVERHEAD = 2, MAX_PACKET = MAX_PAYLOAD + OVERHEAD };

static uint8_t crc8(const uint8_t *data, size_t n)
{
	uint8_t crc = 0;

	for (size_t i = 0; i < n; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = (uint8_t)((crc & 0x80) ? (crc << 1) ^ 0x07 : crc << 1);
	}
	return crc;
}

/* returns the packet size, 0 if the payload is too long */
static size_t packet_build(uint8_t *pkt, const uint8_t *payload, size_t n)
{
	if (n > MAX_PAYLOAD)
		return 0;
	pkt[0] = (uint8_t)n;
	memcpy(pkt + 1, payload, n);
	pkt[n + 1] = crc8(pkt, n + 1);
	return n + OVERHEAD;
}

static bool packet_valid(const uint8_t *pkt, size_t size)
{
	if (size < OVERHEAD || size > MAX_PACKET)
		return false;
	if ((size_t)pkt[0] + OVERHEAD != size)
		return false;
	return crc8(pkt, size - 1) == pkt[size - 1];
}

int main(void)
{
	uint8_t payload[MAX_PAYLOAD + 1];
	uint8_t pkt[MAX_PACKET];
	size_t n = __VERIFIER_nondet_uchar() % (sizeof(payload) + 1);

	for (size_t i = 0; i < n; i++)
		payload[i] = __VERIFIER_nondet_uchar();

	size_t size = packet_build(pkt, payload, n);
	if (size == 0) {
		assert(n > MAX_PAYLOAD);
		printf("payload of %zu bytes refused\n", n);
		return 0;
	}

	assert(packet_valid(pkt, size));
	assert(memcmp(pkt + 1, payload, n) == 0);

	/* line noise: one bit flips, the receiver must notice */
	unsigned pos = __VERIFIER_nondet_uint() % (8u * (unsigned)size);
	pkt[pos / 8] ^= (uint8_t)(1u << (pos % 8));
	assert(!packet_valid(pkt, size));

	/* and back again */
	pkt[pos / 8] ^= (uint8_t)(1u << (pos % 8));
	assert(packet_valid(pkt, size));

	printf("packet of %zu bytes, crc 0x%02x\n", size, (unsigned)pkt[size - 1]);
	return 0;
}
