// verdict: safe
// entry: add
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: skip-list-add-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, SkipList.add
// about: an element is put into a skip list of two levels, into the upper one as well if it is tall

#include <stdlib.h>

struct node {
    struct node *next, *skip;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    requires \forall struct node *v; v != \null && v->skip != \null ==> v->skip != v && reach(v, next, v->skip);
    requires x != \null && \forall struct node *v; v != \null ==> v->next != x;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures \forall struct node *v; v != \null && v->skip != \null ==> v->skip != v && reach(v, next, v->skip);
    ensures content(x, next) == \union(\old(content(x, next)), {\result}); */
struct node *add(struct node *x, int d, int tall) {
    struct node *top = x, *above = x->skip;
    while (above && above->data < d) {
        top = above;
        above = above->skip;
    }
    struct node *at = top, *after = top->next;
    while (after != above && after->data < d) {
        at = after;
        after = after->next;
    }
    struct node *e = malloc(sizeof *e);
    e->data = d;
    e->next = after;
    if (1) at->next = e;
    if (tall) {
        e->skip = above;
        top->skip = e;
    } else {
        e->skip = 0;
    }
    return e;
}
