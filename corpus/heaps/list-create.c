// verdict: safe
// entry: create
// engine: focus
// check: reach,deref
// needs: solver
// slow: yes
// twin: list-create-bad.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.create
// about: a list of any length is made

#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures acyclic(struct node, next);
    ensures sharing_free(struct node, next);
    ensures \result != \null ==> \result->data == 0; */
struct node *create(int n) {
    struct node *x = 0;
    while (n > 0) {
        struct node *e = malloc(sizeof *e);
        e->next = x;
        e->data = 0;
        x = e;
        n--;
    }
    return x;
}
