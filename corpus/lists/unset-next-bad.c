// verdict: unsafe(reach)
// engine: focus
// check: reach
// line: 31
// needs: solver
// twin: unset-next.c
// source: own
// about: the last entry is another one

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    struct node *p = a;
    while (__VERIFIER_nondet_int()) {
        p->data = 1;
        p->next = malloc(sizeof *p);
        p = p->next;
    }
    p->data = 2;
    p->next = 0;
    for (p = a; p; p = p->next) {
        if (p->data != 1) reach_error();
    }
    return 0;
}
