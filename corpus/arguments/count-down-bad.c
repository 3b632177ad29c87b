// verdict: unsafe(deref)
// line: 16
// twin: count-down.c
// source: own
// about: argc counts down while argv goes up; a null pointer stands behind the last argument

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    unsigned long digits = 0;

    while (--argc > -1) {
        const char *word = *++argv;
        size_t length = strlen(word);
        for (size_t i = 0; i < length; i++)
            if (isdigit((unsigned char)word[i]))
                digits++;
    }
    printf("%lu\n", digits);
    return 0;
}
