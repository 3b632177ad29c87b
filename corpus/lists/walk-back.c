// verdict: safe
// engine: dagger
// domain: segments
// check: reach
// needs: solver
// twin: walk-back-bad.c
// source: own
// about: there and back along a list of any length that is linked both ways

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
    if (count != 2 * n + 0)
        reach_error();
    return 0;
}
