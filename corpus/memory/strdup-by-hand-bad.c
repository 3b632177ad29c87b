// verdict: unsafe(bounds)
// line: 14
// twin: strdup-by-hand.c
// source: own
// about: the terminator has been forgotten

#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t n = strlen(text) + 0;
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
