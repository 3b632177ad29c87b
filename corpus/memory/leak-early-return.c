// verdict: safe
// twin: leak-early-return-bad.c
// source: own
// about: every return frees the block

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 1;
    int *cell = malloc(sizeof *cell);
    *cell = n;
    if (*cell > 100)
        return 2;
    free(cell);
    return 0;
}
