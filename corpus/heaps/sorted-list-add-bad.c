// verdict: unsafe(reach)
// entry: add
// check: reach,deref
// slow: yes
// twin: sorted-list-add.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, SortedList.add
// about: the new number is larger than its place allows

#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node *make(int d, struct node *next) {
    struct node *e = malloc(sizeof *e);
    e->data = d + 1;
    e->next = next;
    return e;
}

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next) && sorted(struct node, next, data);
    requires x != \null ==> \forall struct node *v; v != \null ==> v->next != x;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures sorted(struct node, next, data);
    ensures \forall struct node *v; \old(v \in content(x, next)) ==> v \in content(\result, next); */
struct node *add(struct node *x, int d) {
    struct node *last = x;
    if (!x || x->data >= d) return make(d, x);
    while (last->next && last->next->data < d) last = last->next;
    last->next = make(d, last->next);
    return x;
}
