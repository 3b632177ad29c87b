// verdict: unsafe(undefined)
// line: 16
// twin: leave-block.c
// source: own
// about: two behind a block of any size

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    char *block = malloc(n + 1);
    char *end = block + n + 2;
    int any = end != block;
    free(block);
    return any;
}
