// verdict: unsafe(init)
// line: 13
// twin: realloc-tail.c
// source: own
// about: the part by which a block grew is read

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = p[1] = 1;
    p = realloc(p, 4 * sizeof *p);
    int r = p[2] == 1;
    free(p);
    return r;
}
