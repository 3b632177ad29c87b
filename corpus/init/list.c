// verdict: safe
// twin: list-bad.c
// source: own
// about: each node is filled before it is linked

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value, weight;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    int n = __VERIFIER_nondet_int(), found = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *gone = head;
        if (head->value == 7)
            found = 1;
        head = head->next;
        free(gone);
    }
    return found;
}
