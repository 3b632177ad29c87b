// verdict: unsafe(reach)
// line: 45
// check: reach
// twin: count-walk.c
// source: own
// about: a walk that begins with one comes to one more than there are nodes

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

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct node *list = build(n);
    int count = 1;
    for (struct node *p = list; p; p = p->next)
        count++;
    if (count != n)
        reach_error();
    return 0;
}
