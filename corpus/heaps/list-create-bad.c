// verdict: unsafe(reach)
// entry: create
// check: reach,deref
// twin: list-create.c
// source: Podelski, Wies: Counterexample-Guided Focus (POPL 2010), Table 1, List.create
// about: the first element of a new list is not as promised

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
        e->data = 1;
        x = e;
        n--;
    }
    return x;
}
