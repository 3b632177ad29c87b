// verdict: unsafe(reach)
// check: reach
// line: 26
// twin: unset-compared.c
// source: own
// about: the pointer was never set, so it may be any number

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
        if (0) n->next = 0;
        if (x) x->next = n;
        x = n;
    }
    if (x && x->next == (struct node *)8) reach_error();
    return 0;
}
