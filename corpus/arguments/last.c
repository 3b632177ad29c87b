// verdict: safe
// twin: last-bad.c
// source: own
// about: the last character of the last argument, which may be empty

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t length = strlen(argv[argc - 1]);

    if (length >= 1 && argv[argc - 1][length - 1] == '/')
        printf("a directory\n");
    return 0;
}
