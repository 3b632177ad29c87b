// verdict: unsafe(undefined)
// line: 12
// twin: va-sign.c
// source: own
// about: va_arg asks for unsigned int, and the int is negative

#include <stdarg.h>

static unsigned first(int n, ...) {
    va_list a;
    va_start(a, n);
    unsigned r = va_arg(a, unsigned);
    va_end(a);
    return r;
}

int main(void) {
    return first(1, -1) == 0;
}
