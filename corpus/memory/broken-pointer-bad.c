// verdict: unsafe(free)
// twin: broken-pointer.c
// source: own
// about: a byte of a pointer in a union is overwritten before the pointer is freed

#include <stdlib.h>

int main(void) {
    union {
        void *p;
        char bytes[16];
    } u;
    u.p = malloc(37);
    u.bytes[1] = 4;
    free(u.p);
    return 0;
}
