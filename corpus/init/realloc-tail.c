// verdict: safe
// twin: realloc-tail-bad.c
// source: own
// about: what a block held before it grew is read

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = p[1] = 1;
    p = realloc(p, 4 * sizeof *p);
    int r = p[1] == 1;
    free(p);
    return r;
}
