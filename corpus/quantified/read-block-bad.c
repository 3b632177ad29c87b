// verdict: unsafe(reach)
// line: 13
// twin: read-block.c
// source: own
// about: what is behind a block is not 0, it is not there

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 0;
    p[1] = 0;
    //@ assert p[2] == 0;
    free(p);
    return 0;
}
