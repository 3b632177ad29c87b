// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 37
// needs: solver
// twin: move.c
// source: own
// about: the first that is moved gets another entry

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
    struct node *y = 0;
    while (x) {
        struct node *n = x;
        x = x->next;
        n->next = y;
        n->data = y ? 2 : 1;
        y = n;
    }
    for (struct node *p = y; p; p = p->next) {
        if (p->data != 2) reach_error();
    }
    return 0;
}
