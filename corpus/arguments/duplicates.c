// verdict: safe
// slow: yes
// twin: duplicates-bad.c
// source: own
// about: every argument is copied behind a sign, to a block of its length, which is freed again

#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s) + 2);
    if (copy) {
        copy[0] = '=';
        strcpy(copy + 1, s);
    }
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *copy = duplicate(argv[i]);
        if (!copy)
            return 1;
        if (copy[0] == '-')
            copy[0] = '+';
        free(copy);
    }
    return 0;
}
