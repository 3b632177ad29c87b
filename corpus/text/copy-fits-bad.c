// verdict: unsafe(bounds)
// twin: copy-fits.c
// source: own
// about: a string is copied only where its length says that it fits

#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[80], name[16];

    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    if (strlen(line) > sizeof name)
        return 1;
    strcpy(name, line);
    puts(name);
    return 0;
}
