// verdict: safe
// twin: print-part-bad.c
// source: own
// about: the precision of %.*s comes from the arguments; text without a terminator is printed up to it

#include <stdio.h>

int main(void) {
    char name[8];
    int n = 0, c;

    while (n < 8 && (c = getchar()) != EOF)
        name[n++] = (char)c;
    printf("%*d: %.*s\n", 5, n, n, name);
    char part[6];
    int length = snprintf(part, sizeof part, "%-*.*s", 4, n < 4 ? n : 4, name);
    return length == 4 ? 0 : 1;
}
