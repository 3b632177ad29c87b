// verdict: safe
// slow: yes
// twin: lower_bound-bad.c
// source: own
// about: lower_bound and membership test by binary search in a sorted table

#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define CAPACITY 10

struct table {
	int *v;
	size_t n;
};

/* index of the first element that is not less than key; n if there is none */
static size_t lower_bound(const struct table *t, int key)
{
	size_t lo = 0, hi = t->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->v[mid] < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool contains(const struct table *t, int key)
{
	size_t i = lower_bound(t, key);

	return i < t->n && t->v[i] == key;
}

static bool contains_slow(const struct table *t, int key)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i] == key)
			return true;
	return false;
}

static int table_make(struct table *t, size_t n)
{
	t->n = n;
	t->v = malloc((n ? n : 1) * sizeof *t->v);
	if (!t->v)
		return -1;

	/* start anywhere, never go down; equal neighbours are fine */
	int x = __VERIFIER_nondet_short();
	for (size_t i = 0; i < n; i++) {
		t->v[i] = x;
		x += __VERIFIER_nondet_uchar();
	}
	return 0;
}

int main(void)
{
	struct table t;
	size_t n = __VERIFIER_nondet_uchar();
	int key = __VERIFIER_nondet_int();

	if (n > CAPACITY)
		n = CAPACITY;
	if (table_make(&t, n) != 0)
		return EXIT_FAILURE;

	size_t pos = lower_bound(&t, key);
	assert(pos <= n);
	for (size_t i = pos; i < n; i++)
		assert(t.v[i] >= key);
	assert(contains(&t, key) == contains_slow(&t, key));

	printf("%d goes to position %zu of %zu\n", key, pos, n);
	free(t.v);
	return EXIT_SUCCESS;
}
