// verdict: safe
// slow: yes
// twin: rle_roundtrip-bad.c
// source: own
// about: run-length coder (count, byte pairs) with a unit test on known data

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RUN 255u

/*
 * Encode n bytes; out must have room for 2 * n bytes.
 * Returns the encoded size.
 */
static size_t
rle_encode(const uint8_t *in, size_t n, uint8_t *out)
{
	size_t o = 0;
	size_t i = 0;

	while (i < n) {
		size_t run = 1;

		while (run < MAX_RUN && i + run < n && in[i + run] == in[i])
			run++;
		out[o++] = (uint8_t)run;
		out[o++] = in[i];
		i += run;
	}
	return o;
}

/* Returns the decoded size, at most cap; what does not fit is dropped. */
static size_t
rle_decode(const uint8_t *in, size_t n, uint8_t *out, size_t cap)
{
	size_t o = 0;

	for (size_t i = 0; i + 1 < n; i += 2) {
		for (unsigned k = 0; k < in[i] && o < cap; k++)
			out[o++] = in[i + 1];
	}
	return o;
}

static int
check(const char *what, const uint8_t *data, size_t n)
{
	uint8_t *packed = malloc(2 * n + 1);
	uint8_t *plain = malloc(n + 1);

	if (packed == NULL || plain == NULL) {
		free(packed);
		free(plain);
		return -1;
	}
	size_t m = rle_encode(data, n, packed);
	assert(m % 2 == 0);
	size_t k = rle_decode(packed, m, plain, n + 1);
	printf("%-12s %4zu -> %4zu -> %4zu\n", what, n, m, k);
	assert(k == n);
	assert(memcmp(plain, data, n) == 0);
	free(packed);
	free(plain);
	return 0;
}

int
main(void)
{
	static const uint8_t mixed[] = { 7, 7, 7, 0, 0, 255, 1, 2, 3, 3 };
	static uint8_t longrun[300];

	memset(longrun, 'z', sizeof longrun);
	longrun[sizeof longrun - 1] = '!';

	if (check("empty", mixed, 0) != 0 ||
	    check("mixed", mixed, sizeof mixed) != 0 ||
	    check("long run", longrun, sizeof longrun) != 0)
		return 1;
	puts("ok");
	return 0;
}
