// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 32
// needs: solver
// twin: init.c
// source: own
// about: the entries have another value before

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
    for (struct node *y = x; y; y = y->next) {
        if (y->data == 2) y->data = 0;
    }
    for (struct node *p = x; p; p = p->next) {
        if (p->data != 0) reach_error();
    }
    return 0;
}
