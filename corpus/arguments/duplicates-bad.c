// verdict: unsafe(bounds)
// line: 13
// twin: duplicates.c
// source: own
// about: every argument that is not empty is copied to a block of its length, which is freed again

#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s) + 0);
    if (copy)
        strcpy(copy, s);
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '\0')
            continue;
        char *copy = duplicate(argv[i]);
        if (!copy)
            return 1;
        if (copy[0] == '-')
            copy[0] = '+';
        free(copy);
    }
    return 0;
}
