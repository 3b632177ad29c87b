// verdict: unsafe(reach)
// line: 57
// check: reach
// twin: drop-last.c
// source: own
// about: one node is left

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

/* A list of n nodes, the last one first. */
static struct node *build(int n) {
    struct node *first = 0;
    for (int i = 0; i < n; i++) {
        struct node *p = fresh(7);
        p->next = first;
        first = p;
    }
    return first;
}

static struct node *without_last(struct node *list) {
    struct node *before = 0, *last = list;
    while (last->next) {
        before = last;
        last = last->next;
    }
    free(last);
    if (!before)
        return 0;
    before->next = 0;
    return list;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2)
        return 0;
    struct node *list = build(n);
    for (int i = 1; i < n; i++)
        list = without_last(list);
    if (list)
        reach_error();
    return 0;
}
