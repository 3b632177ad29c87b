// verdict: unsafe(reach)
// line: 56
// check: reach
// twin: count-insert.c
// source: own
// about: it is looked for one position further on

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

static void insert(struct node *list, int position, int value) {
    struct node *before = list;
    for (int i = 1; i < position; i++)
        before = before->next;
    struct node *p = fresh(value);
    p->next = before->next;
    before->next = p;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 4)
        return 0;
    int middle = n / 2;
    struct node *list = build(n);
    insert(list, middle, 9);
    struct node *p = list;
    for (int i = 0; i < middle + 1; i++)
        p = p->next;
    if (p->value != 9)
        reach_error();
    return 0;
}
