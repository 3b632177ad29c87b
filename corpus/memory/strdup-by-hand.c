// verdict: safe
// twin: strdup-by-hand-bad.c
// source: own
// about: memory for a copy of a text is allocated with room for the terminator

#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    for (size_t i = 0; i <= strlen(text); i++)
        copy[i] = text[i];
    return copy;
}

int main(void) {
    char *copy = duplicate("abc");
    free(copy);
    return 0;
}
