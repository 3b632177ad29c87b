// verdict: safe
// engine: focus
// check: bounds,deref,free,leak
// needs: solver
// slow: yes
// twin: all-freed-bad.c
// source: own
// about: all nodes of a list are freed, so that no block is lost

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
        x = n;
    }
    while (x) {
        struct node *t = x->next;
        if (1)
            free(x);
        x = t;
    }
    return 0;
}
