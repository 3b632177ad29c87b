// verdict: safe
// twin: free-middle-bad.c
// source: own
// about: the pointer that walks through the block is put back to its start before it is freed

#include <stdlib.h>

int main(void) {
    int *block = malloc(8 * sizeof *block);
    int *p = block;
    for (int i = 0; i < 8; i++)
        *p++ = i;
    free(p - 8);
    return 0;
}
