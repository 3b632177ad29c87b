// verdict: unsafe(init)
// line: 26
// twin: list.c
// source: own
// about: a member of the nodes is never written

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
        if (head->weight == 7)
            found = 1;
        head = head->next;
        free(gone);
    }
    return found;
}
