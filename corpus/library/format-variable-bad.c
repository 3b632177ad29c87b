// verdict: unsafe(undefined)
// line: 12
// twin: format-variable.c
// source: own
// about: `%s` gets a number

#include <stdio.h>

int main(void) {
    int number = 0;
    const char *format = number ? "%d\n" : "%s\n";
    printf(format, 5);
    return 0;
}
