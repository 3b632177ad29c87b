// verdict: safe
// twin: memset-freed-bad.c
// source: own
// about: memory is filled before it is freed

#include <stdlib.h>
#include <string.h>

int main(void) {
    int early = 0;
    char *p = malloc(4);
    if (early)
        free(p);
    memset(p, 0, 4);
    if (!early)
        free(p);
    return 0;
}
