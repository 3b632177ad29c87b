// verdict: unsafe(free)
// line: 14
// twin: free-middle.c
// source: own
// about: the pointer is put back by one step too few

#include <stdlib.h>

int main(void) {
    int *block = malloc(8 * sizeof *block);
    int *p = block;
    for (int i = 0; i < 8; i++)
        *p++ = i;
    free(p - 7);
    return 0;
}
