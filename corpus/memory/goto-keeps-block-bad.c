// verdict: unsafe(free)
// line: 21
// twin: goto-keeps-block.c
// source: own
// about: a block is freed before a goto and behind it

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int freed = 1;
    int *p = malloc(sizeof *p);
    if (freed)
        free(p);
    if (__VERIFIER_nondet_int())
        goto out;
    if (!freed)
        *p = 1;
out:
    free(p);
    return 0;
}
