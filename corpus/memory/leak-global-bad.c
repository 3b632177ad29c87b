// verdict: unsafe(leak)
// line: 12
// twin: leak-global.c
// source: own
// about: the global points to the second block only, and the first is lost

#include <stdlib.h>

static int *cache[2];

int main(void) {
    int *first = malloc(sizeof *first);
    int *second = malloc(sizeof *second);
    *first = 1;
    *second = 2;
    cache[0] = first;
    cache[0] = second;
    return 0;
}
