// verdict: safe
// engine: focus
// check: deref,free,leak
// needs: solver
// twin: step-machine-bad.c
// source: own
// about: a machine that puts cells on a stack step by step, and its states are numbers: what holds in one of them does not hold in the others

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *below;
};

struct cell *top;
struct cell *made;
struct cell *seen;
int step = 1;

void advance(void)
{
    switch (step) {
    case 1:
        made = malloc(sizeof *made);
        if (!made)
            abort();
        made->below = 0;
        step = 2;
        break;
    case 2:
        seen = top;
        step = 3;
        break;
    case 3:
        made->below = seen;
        step = 4;
        break;
    case 4:
        top = made;
        made = 0;
        step = 1;
        break;
    }
}

int main(void)
{
    while (step != 1 || __VERIFIER_nondet_int())
        advance();
    while (top) {
        struct cell *below = top->below;
        free(top);
        top = below;
    }
    return 0;
}
