// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 39
// needs: solver
// twin: two-lists.c
// source: own
// about: the second list goes on into the first

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
    struct node *y = 1 ? x : 0;
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
