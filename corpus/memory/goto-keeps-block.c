// verdict: safe
// twin: goto-keeps-block-bad.c
// source: own
// about: a block from malloc lives on where a goto leads

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int freed = 0;
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
