// verdict: unsafe(init)
// line: 12
// twin: malloc.c
// source: own
// about: of a block from malloc something is read that was not written

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    int r = p[1] == 1;
    free(p);
    return r;
}
