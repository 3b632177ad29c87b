// verdict: safe
// engine: focus
// check: deref
// needs: solver
// slow: yes
// twin: free-all-bad.c
// source: own
// about: all nodes of a list are freed, and none is used afterwards

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
        if (0) free(t);
        x = t;
    }
    return 0;
}
