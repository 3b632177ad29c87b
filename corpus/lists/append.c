// verdict: safe
// engine: focus
// check: reach
// needs: solver
// twin: append-bad.c
// source: own
// about: a list is built from its front to its end

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *x = 0, *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = 0;
        n->data = x ? 1 : 1;
        if (!x) x = n;
        else last->next = n;
        last = n;
    }
    for (struct node *p = x; p; p = p->next) {
        if (p->data != 1) reach_error();
    }
    return 0;
}
