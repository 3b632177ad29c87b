// verdict: unsafe(undefined)
// line: 11
// twin: call-untold-library.c
// source: own
// about: the argument is an `int`, and no prototype makes it a `size_t`

#include <stdlib.h>

int main(void) {
    void *(*get)() = malloc;
    void *p = get(4);
    free(p);
    return 0;
}
