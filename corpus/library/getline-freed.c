// verdict: safe
// twin: getline-freed-bad.c
// source: own
// about: the line that `getline` made is freed

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    if (n > 0) line[n - 1] = 0;
    if (1) free(line);
    return 0;
}
