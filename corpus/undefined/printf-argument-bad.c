// verdict: unsafe(undefined)
// line: 11
// twin: printf-argument.c
// source: own
// about: the conversion is longer than its argument

#include <stdio.h>

int main(void) {
    int n = 7;
    printf("%ld of %s\n", n, "ten");
    return 0;
}
