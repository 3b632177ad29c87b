// verdict: safe
// engine: dagger
// domain: segments
// check: reach
// needs: solver
// twin: count-append-bad.c
// source: own
// about: a node behind the last one makes a list of any length longer by one, and it is the only one with its value

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

static void append(struct node *list, int value) {
    struct node *p = list;
    while (p->next)
        p = p->next;
    p->next = fresh(value);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000000)
        return 0;
    struct node *list = build(n);
    append(list, 9);
    int count = 0;
    struct node *p = list;
    while (p->value == 7 && p->next) {
        p = p->next;
        count++;
    }
    if (p->value != 9 || count != n)
        reach_error();
    return 0;
}
