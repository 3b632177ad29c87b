// verdict: safe
// engine: focus
// check: reach
// needs: solver
// twin: two-lists-bad.c
// source: own
// about: two lists in one heap do not share nodes

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
    struct node *y = 0 ? x : 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = y;
        n->data = 2;
        y = n;
    }
    for (struct node *p = y; p; p = p->next) {
        p->data = 3;
    }
    for (struct node *p = x; p; p = p->next) {
        if (p->data != 1) reach_error();
    }
    return 0;
}
