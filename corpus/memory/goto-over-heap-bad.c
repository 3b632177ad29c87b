// verdict: unsafe(bounds)
// line: 13
// twin: goto-over-heap.c
// source: own
// about: behind a jump the memory is used beyond its end

#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int n = 0;
again:
    p[1] = n;
    n++;
    if (n < 3)
        goto again;
    free(p);
    return 0;
}
