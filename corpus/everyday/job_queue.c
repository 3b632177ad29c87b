// verdict: unknown
// todo: safe
// slow: yes
// twin: job_queue-bad.c
// source: own
// about: linked FIFO of print jobs controlled by characters from stdin

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Print spooler in miniature.  A letter on stdin submits a job with that
 * name, '.' finishes the oldest job, '!' throws all jobs away.
 */

#define MAX_INPUT 500

struct job {
	struct job *next;
	unsigned    ticket;
	char        name;
};

struct queue {
	struct job *head;
	struct job *tail;
	unsigned    length;
};

static bool queue_push(struct queue *q, unsigned ticket, char name)
{
	struct job *j = malloc(sizeof *j);

	if (!j)
		return false;
	j->next = NULL;
	j->ticket = ticket;
	j->name = name;
	if (q->tail)
		q->tail->next = j;
	else
		q->head = j;
	q->tail = j;
	q->length++;
	return true;
}

static bool queue_pop(struct queue *q, unsigned *ticket, char *name)
{
	struct job *j = q->head;

	if (!j)
		return false;
	*ticket = j->ticket;
	*name = j->name;
	q->head = j->next;
	if (!q->head)
		q->tail = NULL;
	q->length--;
	free(j);
	return true;
}

static unsigned queue_flush(struct queue *q)
{
	unsigned ticket, n = 0;
	char name;

	while (queue_pop(q, &ticket, &name))
		n++;
	return n;
}

int main(void)
{
	struct queue q = { NULL, NULL, 0 };
	unsigned issued = 0, expected = 0, ticket;
	char name;
	int c, status = 0;

	for (int i = 0; i < MAX_INPUT && (c = getchar()) != EOF; i++) {
		if (isalpha(c)) {
			if (!queue_push(&q, issued, (char)c)) {
				fputs("out of memory\n", stderr);
				status = 1;
				break;
			}
			issued++;
		} else if (c == '.') {
			if (!queue_pop(&q, &ticket, &name)) {
				puts("(idle)");
				continue;
			}
			/* strictly first come, first served */
			assert(ticket == expected);
			expected++;
			printf("job %u '%c' done\n", ticket, name);
		} else if (c == '!') {
			expected += queue_flush(&q);
		}
		assert(q.length == issued - expected);
	}

	expected += queue_flush(&q);
	assert(issued == expected);
	assert(q.head == NULL && q.length == 0);
	return status;
}
