// verdict: unsafe(undefined)
// line: 18
// twin: va-end.c
// source: own
// about: a function returns without va_end

#include <stdarg.h>

static int first(int n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    if (n) va_end(a);
    return r;
}

int main(void) {
    return first(0, 0);
}
