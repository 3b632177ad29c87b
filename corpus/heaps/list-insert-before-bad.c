// verdict: unsafe(reach)
// entry: insert_before
// check: reach,deref
// slow: yes
// twin: list-insert-before.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.insertBefore
// about: the element before the new one keeps its successor

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
    if (last && 0) last->next = e;
    else x = e;
    return x;
}
