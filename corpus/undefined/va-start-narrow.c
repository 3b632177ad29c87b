// verdict: safe
// twin: va-start-narrow-bad.c
// source: own
// about: the last parameter with a name is an int

#include <stdarg.h>

static int first(int n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    va_end(a);
    return r + n;
}

int main(void) {
    return first(1, 0);
}
