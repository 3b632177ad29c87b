// verdict: unsafe(bounds)
// line: 16
// twin: scan-position.c
// source: own
// about: how much of a text a number takes, and whether that is all of it

#include <assert.h>
#include <stdio.h>

int main(void) {
    char used[7] = "";
    char line[8];
    int value, end = 0;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%5d%n", &value, &end) != 1)
        return 0;
    used[end] = 1;
    if (line[end] == '\0')
        printf("%d\n", value);
    return 0;
}
