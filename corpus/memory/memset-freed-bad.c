// verdict: unsafe(deref)
// line: 15
// twin: memset-freed.c
// source: own
// about: freed memory is filled

#include <stdlib.h>
#include <string.h>

int main(void) {
    int early = 1;
    char *p = malloc(4);
    if (early)
        free(p);
    memset(p, 0, 4);
    if (!early)
        free(p);
    return 0;
}
