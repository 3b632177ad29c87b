// verdict: safe
// engine: focus
// check: reach
// needs: solver
// twin: unset-next-bad.c
// source: own
// about: a pointer in a node is stored after others

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
    p->data = 1;
    p->next = 0;
    for (p = a; p; p = p->next) {
        if (p->data != 1) reach_error();
    }
    return 0;
}
