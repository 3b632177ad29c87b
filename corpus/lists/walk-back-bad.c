// verdict: unsafe(reach)
// line: 41
// check: reach
// twin: walk-back.c
// source: own
// about: the way back is longer by one

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next, *before;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000000)
        return 0;
    struct node *first = 0;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = first;
        p->before = 0;
        if (first)
            first->before = p;
        first = p;
    }
    struct node *p = first;
    int count = 1;
    while (p->next) {
        p = p->next;
        count++;
    }
    while (p) {
        p = p->before;
        count++;
    }
    if (count != 2 * n + 1)
        reach_error();
    return 0;
}
