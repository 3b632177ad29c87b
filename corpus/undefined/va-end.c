// verdict: safe
// twin: va-end-bad.c
// source: own
// about: a list of arguments is ended

#include <stdarg.h>

static int first(int n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    if (n) va_end(a);
    return r;
}

int main(void) {
    return first(1, 0);
}
