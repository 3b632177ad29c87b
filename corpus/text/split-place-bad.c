// verdict: unsafe(bounds)
// twin: split-place.c
// source: own
// about: a line is split in place: behind the zero that ends the key another one ends the value

#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[48];

    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    char *mark = strchr(line, '=');
    if (mark == NULL)
        return 1;
    *mark = '\0';
    const char *value = mark + 2;
    size_t n = 0;
    while (value[n] != '\0')
        n++;
    printf("%s has %zu\n", line, n);
    return 0;
}
