// verdict: safe
// twin: format-variable-bad.c
// source: own
// about: a format that does not stand in the call fits its argument

#include <stdio.h>

int main(void) {
    int number = 1;
    const char *format = number ? "%d\n" : "%s\n";
    printf(format, 5);
    return 0;
}
