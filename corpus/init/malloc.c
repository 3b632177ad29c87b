// verdict: safe
// twin: malloc-bad.c
// source: own
// about: of a block from malloc what was written is read

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    int r = p[0] == 1;
    free(p);
    return r;
}
