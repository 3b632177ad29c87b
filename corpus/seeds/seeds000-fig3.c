// verdict: safe
// engine: gr06
// domain: heap-graph
// check: reach,deref
// needs: solver
// twin: seeds000-fig3-bad.c
// source: own, after Figure 3 of Gulavani and Rajamani, TACAS 2006
// about: what is set in one loop over a list of any length is found by the next: two classes of objects, before and behind the pointer

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *head = 0, *p;
    while (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        p->data = 0;
        p->next = head;
        head = p;
    }
    for (p = head; p; p = p->next)
        p->data = 1;
    p = head;
    while (p && __VERIFIER_nondet_int()) {
        if (p->data != 1) reach_error();
        p = p->next;
    }
    return 0;
}
