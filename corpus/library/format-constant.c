// verdict: safe
// twin: format-constant-bad.c
// source: own
// about: a format that is a constant array fits its argument

#include <stdio.h>

static const char format[] = "%d\n";

int main(void) {
    printf(format, 5);
    return 0;
}
