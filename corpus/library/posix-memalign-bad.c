// verdict: unsafe(bounds)
// line: 14
// twin: posix-memalign.c
// source: own
// about: the byte behind the block is used

#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
    void *block;
    if (posix_memalign(&block, 16, 7) != 0) return 1;
    char *bytes = block;
    bytes[7] = 1;
    free(block);
    return 0;
}
