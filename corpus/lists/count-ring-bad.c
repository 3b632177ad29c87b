// verdict: unsafe(reach)
// line: 49
// check: reach
// twin: count-ring.c
// source: own
// about: a ring has one node more than there were rounds

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int value;
};

static struct node *fresh(int value) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->value = value;
    return n;
}

/* A ring of n nodes, n > 0. */
static struct node *ring(int n) {
    struct node *last = fresh(7), *first = last;
    for (int i = 1; i < n; i++) {
        struct node *p = fresh(7);
        p->next = first;
        first = p;
    }
    last->next = first;
    return first;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct node *first = ring(n);
    struct node *p = first;
    int count = 0;
    do {
        p = p->next;
        count++;
    } while (p != first);
    if (count != n + 1)
        reach_error();
    return 0;
}
