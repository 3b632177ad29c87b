// verdict: unsafe(bounds)
// line: 13
// twin: strcpy-fits.c
// source: own
// about: there is no room for the terminator

#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *name = "bevel";
    char *copy = malloc(5);
    strcpy(copy, name);
    free(copy);
    return 0;
}
