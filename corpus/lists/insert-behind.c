// verdict: safe
// engine: focus
// check: deref
// needs: solver
// twin: insert-behind-bad.c
// source: own
// about: nodes are put behind the first one: the link of the first is read before that of the new one is set

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *head = malloc(sizeof *head);
    head->next = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        struct node *behind = head->next;
        if (1)
            n->next = behind;
        head->next = n;
    }
    struct node *x = head;
    while (x)
        x = x->next;
    return 0;
}
