// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 40
// needs: solver
// twin: filter.c
// source: own
// about: others than those asked for are taken out

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
        n->data = __VERIFIER_nondet_int() ? 1 : 2;
        x = n;
    }
    struct node *e = x, *prev = 0;
    while (e) {
        struct node *t = e->next;
        if (e->data == 3) {
            if (prev) prev->next = t;
            else x = t;
        } else {
            prev = e;
        }
        e = t;
    }
    for (struct node *p = x; p; p = p->next) {
        if (p->data == 2) reach_error();
    }
    return 0;
}
