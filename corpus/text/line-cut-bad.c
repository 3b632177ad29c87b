// verdict: unsafe(bounds)
// twin: line-cut.c
// source: own
// about: a line that is read ends with a zero somewhere, so scans of it stay inside, and so does cutting it at its end of line

#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[64];
    int lines = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t end = strcspn(line, "\r\n");
        line[end + 2] = '\0';
        assert(strlen(line) <= end);
        assert(end < sizeof line);
        if (lines < 1000)
            lines++;
    }
    printf("%d\n", lines);
    return 0;
}
