// verdict: unsafe(undefined)
// line: 12
// twin: format-constant.c
// source: own
// about: `%p` gets a number

#include <stdio.h>

static const char format[] = "%p\n";

int main(void) {
    printf(format, 5);
    return 0;
}
