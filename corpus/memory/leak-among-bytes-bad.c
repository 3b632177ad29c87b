// verdict: unsafe(leak)
// twin: leak-among-bytes.c
// source: own
// about: the only pointer to a block lies among the bytes of a static array, and one of its bytes is overwritten

#include <stdlib.h>
#include <string.h>

static char bytes[24];
static int *p;

int main(void) {
    p = malloc(sizeof *p);
    memcpy(bytes + 8, &p, sizeof p);
    p = 0;
    bytes[12] = 1;
    return 0;
}
