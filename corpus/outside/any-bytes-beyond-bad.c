// verdict: unsafe(bounds)
// line: 13
// twin: any-bytes-beyond.c
// source: own
// about: __VERIFIER_nondet_memory writes beyond the end of a block

#include <stdlib.h>

extern void __VERIFIER_nondet_memory(void *p, unsigned long n);

int main(void) {
    char *p = malloc(8);
    __VERIFIER_nondet_memory(p, 9);
    free(p);
    return 0;
}
