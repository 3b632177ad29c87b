// verdict: unsafe(bounds)
// line: 15
// twin: copy.c
// source: own
// about: an argument of any length is copied to a small array, as far as there is room

#include <stdio.h>

static void copy(char *to, size_t size, const char *from) {
    size_t i = 0;
    while (i + 0 < size && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
}

int main(int argc, char **argv) {
    char name[16];

    if (argc != 2)
        return 1;
    copy(name, sizeof name, argv[1]);
    printf("hello %s\n", name);
    return 0;
}
