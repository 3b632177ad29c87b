// verdict: unsafe(deref)
// engine: focus
// check: deref
// twin: insert-behind.c
// source: own
// about: the links of nodes that are put behind the first one are never set

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
        if (0)
            n->next = behind;
        head->next = n;
    }
    struct node *x = head;
    while (x)
        x = x->next;
    return 0;
}
