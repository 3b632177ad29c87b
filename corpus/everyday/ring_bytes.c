// verdict: unknown
// todo: safe
// slow: yes
// twin: ring_bytes-bad.c
// source: own
// about: byte FIFO with free-running 8-bit indices, checked against produced/consumed counters

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

/*
 * Byte FIFO between the UART interrupt and the main loop.
 *
 * The indices are 8 bits wide and run freely; they are masked only when
 * the storage is accessed.  RB_SIZE must be a power of two <= 128.
 */
#define RB_SIZE 16u
#define RB_MASK (RB_SIZE - 1u)

#define STEPS 900

struct ringbuf {
	uint8_t head;		/* next slot to write */
	uint8_t tail;		/* next slot to read */
	uint8_t data[RB_SIZE];
};

static void rb_init(struct ringbuf *rb)
{
	memset(rb, 0, sizeof(*rb));
}

static unsigned rb_count(const struct ringbuf *rb)
{
	return (uint8_t)(rb->head - rb->tail);
}

static bool rb_put(struct ringbuf *rb, uint8_t byte)
{
	if (rb_count(rb) == RB_SIZE)
		return false;
	rb->data[rb->head & RB_MASK] = byte;
	rb->head++;
	return true;
}

static bool rb_get(struct ringbuf *rb, uint8_t *byte)
{
	if (rb_count(rb) == 0)
		return false;
	*byte = rb->data[rb->tail & RB_MASK];
	rb->tail++;
	return true;
}

/* The n-th byte of the test stream. */
static uint8_t stream_byte(unsigned n, uint8_t salt)
{
	return (uint8_t)(n * 29u + (n >> 8) + salt);
}

int main(void)
{
	struct ringbuf rb;
	uint8_t salt = __VERIFIER_nondet_uchar();
	unsigned produced = 0, consumed = 0, dropped = 0;
	uint8_t b;

	rb_init(&rb);

	for (int step = 0; step < STEPS; step++) {
		if (__VERIFIER_nondet_bool()) {
			if (rb_put(&rb, stream_byte(produced, salt)))
				produced++;
			else
				dropped++;
		} else if (rb_get(&rb, &b)) {
			assert(b == stream_byte(consumed, salt));
			consumed++;
		}
		assert(rb_count(&rb) == produced - consumed);
	}

	/* whatever is left must come out in order, too */
	while (rb_get(&rb, &b)) {
		assert(b == stream_byte(consumed, salt));
		consumed++;
	}
	assert(consumed == produced);

	printf("%u bytes passed, %u dropped\n", consumed, dropped);
	return 0;
}
