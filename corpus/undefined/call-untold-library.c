// verdict: safe
// twin: call-untold-library-bad.c
// source: own
// about: an allocator is called through a pointer that says nothing of parameters

#include <stdlib.h>

int main(void) {
    void *(*get)() = malloc;
    void *p = get(4UL);
    free(p);
    return 0;
}
