// verdict: safe
// twin: goto-over-heap-bad.c
// source: own
// about: memory from malloc outlives every jump

#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int n = 0;
again:
    p[0] = n;
    n++;
    if (n < 3)
        goto again;
    free(p);
    return 0;
}
