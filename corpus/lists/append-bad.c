// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 31
// needs: solver
// twin: append.c
// source: own
// about: the first node has another entry

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
        n->data = x ? 1 : 2;
        if (!x) x = n;
        else last->next = n;
        last = n;
    }
    for (struct node *p = x; p; p = p->next) {
        if (p->data != 1) reach_error();
    }
    return 0;
}
