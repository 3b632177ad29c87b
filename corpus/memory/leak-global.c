// verdict: safe
// twin: leak-global-bad.c
// source: own
// about: a block that a global still points to at the end is not lost

#include <stdlib.h>

static int *cache[2];

int main(void) {
    int *first = malloc(sizeof *first);
    int *second = malloc(sizeof *second);
    *first = 1;
    *second = 2;
    cache[0] = first;
    cache[1] = second;
    return 0;
}
