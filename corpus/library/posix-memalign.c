// verdict: safe
// twin: posix-memalign-bad.c
// source: own
// about: all bytes of the block are used

#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
    void *block;
    if (posix_memalign(&block, 16, 8) != 0) return 1;
    char *bytes = block;
    bytes[7] = 1;
    free(block);
    return 0;
}
