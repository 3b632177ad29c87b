// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 36
// needs: solver
// twin: reverse.c
// source: own
// about: other entries than asked for

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
        n->data = 8;
        x = n;
    }
    struct node *e = x, *r = 0;
    while (e) {
        struct node *t = e;
        e = e->next;
        t->next = r;
        r = t;
    }
    for (struct node *p = r; p; p = p->next) {
        if (p->data != 7) reach_error();
    }
    return 0;
}
