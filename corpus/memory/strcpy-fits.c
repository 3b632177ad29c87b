// verdict: safe
// twin: strcpy-fits-bad.c
// source: own
// about: the text and its terminator fit

#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *name = "bevel";
    char *copy = malloc(6);
    strcpy(copy, name);
    free(copy);
    return 0;
}
