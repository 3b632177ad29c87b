// verdict: unsafe(leak)
// line: 14
// twin: leak-early-return.c
// source: own
// about: the return for large numbers does not free the block

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 1;
    int *cell = malloc(sizeof *cell);
    *cell = n;
    if (*cell > 99)
        return 2;
    free(cell);
    return 0;
}
