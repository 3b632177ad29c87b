// verdict: unsafe(bounds)
// slow: yes
// line: 38
// twin: prio_queue.c
// source: own
// about: the test for a full queue is off by one, the thirteenth item is written behind the array

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define PQ_CAPACITY 12

/* binary min-heap in an array, children of i are 2i+1 and 2i+2 */
typedef struct PrioQueue {
	unsigned size;
	int      item[PQ_CAPACITY];
} PrioQueue;

static void swap(int *a, int *b)
{
	int t = *a;
	*a = *b;
	*b = t;
}

static bool pq_push(PrioQueue *q, int v)
{
	unsigned i;

	if (q->size > PQ_CAPACITY)
		return false;

	i = q->size++;
	q->item[i] = v;
	while (i > 0 && q->item[(i - 1) / 2] > q->item[i]) {
		swap(&q->item[(i - 1) / 2], &q->item[i]);
		i = (i - 1) / 2;
	}
	return true;
}

static bool pq_pop(PrioQueue *q, int *v)
{
	unsigned i = 0;

	if (q->size == 0)
		return false;

	*v = q->item[0];
	q->item[0] = q->item[--q->size];
	for (;;) {
		unsigned least = i, left = 2 * i + 1, right = left + 1;

		if (left < q->size && q->item[left] < q->item[least])
			least = left;
		if (right < q->size && q->item[right] < q->item[least])
			least = right;
		if (least == i)
			break;
		swap(&q->item[i], &q->item[least]);
		i = least;
	}
	return true;
}

static bool pq_is_heap(const PrioQueue *q)
{
	for (unsigned i = 1; i < q->size; i++)
		if (q->item[(i - 1) / 2] > q->item[i])
			return false;
	return true;
}

int main(void)
{
	PrioQueue q = { .size = 0 };
	unsigned requests = __VERIFIER_nondet_uchar() % 20;
	unsigned accepted = 0, popped = 0;
	long long balance = 0;
	int v, last = 0;

	for (unsigned i = 0; i < requests; i++) {
		v = __VERIFIER_nondet_int();
		if (!pq_push(&q, v))
			continue;
		accepted++;
		balance += v;
		assert(pq_is_heap(&q));
	}

	while (pq_pop(&q, &v)) {
		/* smallest first */
		assert(popped == 0 || last <= v);
		assert(pq_is_heap(&q));
		last = v;
		balance -= v;
		popped++;
	}

	/* same number and same sum: nothing lost on the way */
	assert(popped == accepted);
	assert(balance == 0);
	printf("%u of %u accepted\n", accepted, requests);
	return 0;
}
