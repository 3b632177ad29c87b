// verdict: safe
// twin: realloc-middle-bad.c
// source: own
// about: a block is reallocated by its beginning

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = p[1] = 0;
    p = realloc(p + 0, 4 * sizeof *p);
    free(p);
    return 0;
}
