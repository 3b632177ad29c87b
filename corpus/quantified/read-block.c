// verdict: safe
// twin: read-block-bad.c
// source: own
// about: an assertion reads a block through a pointer

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 0;
    p[1] = 0;
    //@ assert p[1] == 0;
    free(p);
    return 0;
}
