// verdict: safe
// slow: yes
// twin: bit_io-bad.c
// source: own
// about: bit writer and bit reader over a byte buffer that is used twice; test with known fields

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PACKET_BYTES 16

struct bits {
	uint8_t *buf;
	size_t nbits;	/* capacity */
	size_t pos;
};

struct field {
	uint32_t value;
	unsigned width;
};

static void bits_open(struct bits *b, uint8_t *buf, size_t bytes)
{
	b->buf = buf;
	b->nbits = bytes * 8;
	b->pos = 0;
}

/* the writer only ever sets bits, so it has to start from zero */
static void bits_start_write(struct bits *b, uint8_t *buf, size_t bytes)
{
	bits_open(b, buf, bytes);
	memset(buf, 0, bytes);
}

static bool bits_put(struct bits *b, uint32_t value, unsigned width)
{
	if (width > b->nbits - b->pos)
		return false;
	for (unsigned i = width; i-- > 0; b->pos++)
		if (value >> i & 1u)
			b->buf[b->pos / 8] |= (uint8_t)(0x80u >> b->pos % 8);
	return true;
}

static bool bits_get(struct bits *b, unsigned width, uint32_t *value)
{
	if (width > b->nbits - b->pos)
		return false;
	uint32_t v = 0;
	for (unsigned i = 0; i < width; i++, b->pos++)
		v = v << 1 | (b->buf[b->pos / 8] >> (7 - b->pos % 8) & 1u);
	*value = v;
	return true;
}

static void send_and_check(uint8_t *packet, const struct field *f, size_t n)
{
	struct bits b;
	size_t total = 0;

	bits_start_write(&b, packet, PACKET_BYTES);
	for (size_t i = 0; i < n; i++) {
		bool ok = bits_put(&b, f[i].value, f[i].width);
		assert(ok);
		total += f[i].width;
	}
	assert(b.pos == total);

	bits_open(&b, packet, PACKET_BYTES);
	for (size_t i = 0; i < n; i++) {
		uint32_t v = 0;
		bool ok = bits_get(&b, f[i].width, &v);
		assert(ok);
		printf("%2u bits: %lx\n", f[i].width, (unsigned long)v);
		assert(v == f[i].value);
	}
}

int main(void)
{
	static const struct field header[] = {
		{ 0x5, 3 }, { 0xffffffff, 32 }, { 0x1, 1 }, { 0x2aa, 10 },
		{ 0x0, 5 }, { 0x7fff, 15 }, { 0xdeadbeef, 32 },
	};
	static const struct field body[] = {
		{ 0x1, 2 }, { 0x12345678, 32 }, { 0x3, 7 }, { 0x0, 1 },
		{ 0xcafe, 16 }, { 0x100, 9 }, { 0x0f0f0f0f, 32 },
	};
	static uint8_t packet[PACKET_BYTES];

	send_and_check(packet, header, sizeof header / sizeof header[0]);
	send_and_check(packet, body, sizeof body / sizeof body[0]);

	struct bits b;
	bits_open(&b, packet, PACKET_BYTES);
	b.pos = b.nbits - 3;
	assert(!bits_put(&b, 0, 4) && bits_put(&b, 0, 3));
	return 0;
}
