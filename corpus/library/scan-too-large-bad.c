// verdict: unsafe(undefined)
// line: 12
// twin: scan-too-large.c
// source: own
// about: a number that `sscanf` finds and the type cannot hold has no meaning

#include <stdio.h>

int main(void) {
    char line[12];
    int n;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%10d", &n) != 1)
        return 0;
    return n > 999999999;
}
