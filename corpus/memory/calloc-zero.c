// verdict: safe
// twin: calloc-zero-bad.c
// source: own
// about: memory of calloc is all zero

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    long *counts = calloc(4, sizeof *counts);
    counts[1]++;
    if (counts[0] != 0)
        reach_error();
    free(counts);
    return 0;
}
