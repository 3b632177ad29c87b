// verdict: unsafe(undefined)
// line: 11
// twin: va-start-narrow.c
// source: own
// about: the last parameter with a name is a char, which is promoted

#include <stdarg.h>

static int first(char n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    va_end(a);
    return r + n;
}

int main(void) {
    return first(1, 0);
}
