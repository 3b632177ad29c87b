// verdict: safe
// slow: yes
// twin: scan-too-large-bad.c
// source: own
// about: a number that `sscanf` finds and the type cannot hold has no meaning

#include <stdio.h>

int main(void) {
    char line[12];
    int n;
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%9d", &n) != 1)
        return 0;
    return n > 999999999;
}
