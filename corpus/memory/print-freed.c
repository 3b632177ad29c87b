// verdict: safe
// twin: print-freed-bad.c
// source: own
// about: a text is printed before it is freed

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int early = 0;
    char *p = malloc(2);
    p[0] = 'a';
    p[1] = 0;
    if (early)
        free(p);
    printf("%s\n", p);
    if (!early)
        free(p);
    return 0;
}
