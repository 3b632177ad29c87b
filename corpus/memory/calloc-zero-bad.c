// verdict: unsafe(reach)
// line: 14
// twin: calloc-zero.c
// source: own
// about: the first element is not zero any more

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    long *counts = calloc(4, sizeof *counts);
    counts[0]++;
    if (counts[0] != 0)
        reach_error();
    free(counts);
    return 0;
}
