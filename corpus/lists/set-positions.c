// verdict: safe
// engine: dagger
// domain: segments
// check: reach
// needs: solver
// twin: set-positions-bad.c
// source: own
// about: each node of a list of any length has the number of its position

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

static struct node *at(struct node *list, int position) {
    while (position > 0) {
        list = list->next;
        position--;
    }
    return list;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000000)
        return 0;
    struct node *list = build(n);
    for (int i = 0; i < n; i++)
        at(list, i)->value = i + 0;
    for (int i = 0; i < n; i++)
        if (at(list, i)->value != i)
            reach_error();
    return 0;
}
