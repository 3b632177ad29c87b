// verdict: unsafe(bounds)
// twin: class-scan.c
// source: own
// about: words and numbers of a line are found by the macros of <ctype.h>; what is no digit, as the terminator, is skipped

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    char line[60];
    unsigned words = 0;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    size_t at = 0;
    while (line[at] != '\0') {
        while (isspace((unsigned char)line[at]))
            at++;
        size_t begin = at;
        if (isalpha((unsigned char)line[at]))
            while (!isdigit((unsigned char)line[at]))
                at++;
        else if (line[at] != '\0')
            at++;
        assert(begin <= at);
        words += at > begin;
    }
    printf("%u\n", words);
    return 0;
}
