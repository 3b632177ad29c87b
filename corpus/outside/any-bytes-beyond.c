// verdict: safe
// twin: any-bytes-beyond-bad.c
// source: own
// about: __VERIFIER_nondet_memory stays inside of a block

#include <stdlib.h>

extern void __VERIFIER_nondet_memory(void *p, unsigned long n);

int main(void) {
    char *p = malloc(8);
    __VERIFIER_nondet_memory(p, 8);
    free(p);
    return 0;
}
