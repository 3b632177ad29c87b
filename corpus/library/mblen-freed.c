// verdict: safe
// twin: mblen-freed-bad.c
// source: own
// about: the bytes of a character are there

#include <stdlib.h>

int main(void) {
    char *p = malloc(2);
    int gone = 0, n;
    if (!p) return 0;
    p[0] = 'a';
    p[1] = 0;
    if (gone) free(p);
    n = mblen(p, 2);
    if (!gone) free(p);
    return n != 1;
}
