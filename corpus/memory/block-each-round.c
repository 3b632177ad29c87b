// verdict: safe
// twin: block-each-round-bad.c
// source: own
// about: each round of a loop has a block of its own, of another size; it is filled and freed once

#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    for (int i = 0; i < 1000; i++) {
        unsigned n = __VERIFIER_nondet_uchar() + 1u;
        int *p = malloc(n * sizeof *p);
        if (!p)
            return 1;
        for (unsigned k = 0; k < n; k++)
            p[k] = (int)k;
        int *last = p + n - 1;
        if (n > 256)
            free(p);
        *last = i;
        free(p);
    }
    return 0;
}
