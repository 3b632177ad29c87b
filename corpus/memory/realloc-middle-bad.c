// verdict: unsafe(free)
// line: 12
// twin: realloc-middle.c
// source: own
// about: a block is reallocated by a pointer into its middle

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = p[1] = 0;
    p = realloc(p + 1, 4 * sizeof *p);
    free(p);
    return 0;
}
