// verdict: safe
// check: reach
// needs: solver
// twin: unset-compared-bad.c
// source: own
// about: the last pointer of a list is compared with one that was made from a number

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
        if (1) n->next = 0;
        if (x) x->next = n;
        x = n;
    }
    if (x && x->next == (struct node *)8) reach_error();
    return 0;
}
