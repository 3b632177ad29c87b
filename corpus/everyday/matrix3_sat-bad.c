// verdict: unsafe(init)
// slow: yes
// twin: matrix3_sat.c
// source: own
// about: the accumulator of the inner loop is not initialised

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * 3x3 integer matrices for the axis transformation.  Elements are 16 bits,
 * products are accumulated in full width and saturated at the end.
 */

#define N 3

struct mat3 {
	int16_t m[N][N];
};

static const struct mat3 identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

static int16_t sat16(int64_t v)
{
	if (v > INT16_MAX)
		return INT16_MAX;
	if (v < INT16_MIN)
		return INT16_MIN;
	return (int16_t)v;
}

static struct mat3 mat3_mul(const struct mat3 *a, const struct mat3 *b)
{
	struct mat3 r;

	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) {
			int64_t acc;

			for (int k = 0; k < N; k++)
				acc += (int64_t)a->m[i][k] * b->m[k][j];
			r.m[i][j] = sat16(acc);
		}
	}
	return r;
}

static struct mat3 mat3_transpose(const struct mat3 *a)
{
	struct mat3 r;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			r.m[i][j] = a->m[j][i];
	return r;
}

static bool mat3_equal(const struct mat3 *a, const struct mat3 *b)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			if (a->m[i][j] != b->m[i][j])
				return false;
	return true;
}

static void mat3_print(const char *title, const struct mat3 *a)
{
	printf("%s\n", title);
	for (int i = 0; i < N; i++)
		printf("%7d %7d %7d\n", a->m[i][0], a->m[i][1], a->m[i][2]);
}

int main(void)
{
	const struct mat3 a = { { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } } };
	const struct mat3 b = { { { -2, 0, 1 }, { 3, 3, 3 }, { 0, -7, 9 } } };
	const struct mat3 ab = { { { 4, -15, 34 }, { 7, -27, 73 }, { 10, -46, 121 } } };
	const struct mat3 big = { { { INT16_MIN, INT16_MIN, INT16_MIN },
				    { INT16_MAX, 1, INT16_MIN },
				    { 0, 0, 1 } } };
	struct mat3 r, s, at, bt;

	r = mat3_mul(&a, &b);
	mat3_print("a * b", &r);
	assert(mat3_equal(&r, &ab));

	r = mat3_mul(&a, &identity);
	assert(mat3_equal(&r, &a));

	/* (ab)' == b' a' */
	at = mat3_transpose(&a);
	bt = mat3_transpose(&b);
	r = mat3_mul(&bt, &at);
	s = mat3_transpose(&ab);
	assert(mat3_equal(&r, &s));

	/* both ends of the range saturate */
	r = mat3_mul(&big, &big);
	mat3_print("big * big", &r);
	assert(r.m[0][2] == INT16_MAX);
	assert(r.m[1][0] == INT16_MIN);
	assert(r.m[2][2] == 1);
	return 0;
}
