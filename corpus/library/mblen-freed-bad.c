// verdict: unsafe(deref)
// line: 16
// twin: mblen-freed.c
// source: own
// about: they are not any more

#include <stdlib.h>

int main(void) {
    char *p = malloc(2);
    int gone = 1, n;
    if (!p) return 0;
    p[0] = 'a';
    p[1] = 0;
    if (gone) free(p);
    n = mblen(p, 2);
    if (!gone) free(p);
    return n != 1;
}
