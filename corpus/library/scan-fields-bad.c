// verdict: unsafe(bounds)
// line: 12
// twin: scan-fields.c
// source: own
// about: a key and a value in a line, each cut off where its buffer ends

#include <stdio.h>
#include <string.h>

int main(void) {
    char line[32], key[16], value[16];
    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%16[^=]=%15s", key, value) != 2)
        return 0;
    return strcmp(key, "name") == 0 && value[0] == 'x';
}
