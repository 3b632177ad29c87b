// verdict: unsafe(deref)
// engine: focus
// check: deref
// line: 28
// needs: solver
// twin: free-all.c
// source: own
// about: the next node is freed as well

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *x = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = x;
        n->data = 1;
        x = n;
    }
    while (x) {
        struct node *t = x->next;
        free(x);
        if (1) free(t);
        x = t;
    }
    return 0;
}
