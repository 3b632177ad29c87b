// verdict: unsafe(undefined)
// line: 10
// twin: printf-missing.c
// source: own
// about: a conversion has no argument

#include <stdio.h>

int main(void) {
    printf("%d %d %s\n", 1, 2);
    return 0;
}
