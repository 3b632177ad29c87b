// verdict: safe
// entry: add_last
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: dlist-add-last-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, DList.addLast
// about: a new element is put at the end of a doubly linked list

#include <stdlib.h>

struct node {
    struct node *next, *prev;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next) && doubly_linked(struct node, next, prev);
    requires x != \null && x->prev == \null;
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures doubly_linked(struct node, next, prev);
    ensures content(x, next) == \union(\old(content(x, next)), {\result}); */
struct node *add_last(struct node *x) {
    struct node *at = x;
    while (at->next) at = at->next;
    struct node *e = malloc(sizeof *e);
    e->next = 0;
    e->prev = 1 ? at : 0;
    at->next = e;
    return e;
}
