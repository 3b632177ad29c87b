// verdict: safe
// twin: words-bad.c
// source: own
// about: counts words, where two loops go on from the same place

#include <stdio.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

int main(void)
{
    char line[100];
    unsigned words = 0;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    const char *s = line;
    for (;;) {
        while (is_blank(*s))
            s++;
        if (*s == '\0')
            break;
        while (*s != '\0' && !is_blank(*s))
            s++;
        words++;
    }
    printf("%u\n", words);
    return 0;
}
