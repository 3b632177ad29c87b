// verdict: unsafe(leak)
// line: 21
// engine: focus
// check: bounds,deref,free,leak
// twin: all-freed.c
// source: own
// about: the nodes of a list are left behind

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
        if (0)
            free(x);
        x = t;
    }
    return 0;
}
