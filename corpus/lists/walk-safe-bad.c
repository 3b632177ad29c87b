// verdict: unsafe(deref)
// engine: focus
// check: deref
// line: 29
// needs: solver
// twin: walk-safe.c
// source: own
// about: the empty list is followed

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

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
    struct node *last = x;
    while ((1 || last) && last->next) {
        last = last->next;
    }
    if (last) last->data = 2;
    return 0;
}
