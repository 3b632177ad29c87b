// verdict: safe
// twin: leave-block-bad.c
// source: own
// about: one behind a block of any size

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    char *block = malloc(n + 1);
    char *end = block + n + 1;
    int any = end != block;
    free(block);
    return any;
}
