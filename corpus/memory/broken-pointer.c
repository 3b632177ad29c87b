// verdict: safe
// twin: broken-pointer-bad.c
// source: own
// about: a byte beside a pointer in a union is overwritten before the pointer is freed

#include <stdlib.h>

int main(void) {
    union {
        void *p;
        char bytes[16];
    } u;
    u.p = malloc(37);
    u.bytes[9] = 4;
    free(u.p);
    return 0;
}
