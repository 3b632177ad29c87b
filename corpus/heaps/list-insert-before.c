// verdict: safe
// entry: insert_before
// engine: focus
// check: reach,deref
// needs: solver
// twin: list-insert-before-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.insertBefore
// about: a new element is put before another one

#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires x != \null ==> \forall struct node *v; v != \null ==> v->next != x;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next); */
struct node *insert_before(struct node *x, struct node *place, int d) {
    struct node *last = 0, *at = x;
    while (at && at != place) {
        last = at;
        at = at->next;
    }
    struct node *e = malloc(sizeof *e);
    e->data = d;
    e->next = at;
    if (last && 1) last->next = e;
    else x = e;
    return x;
}
