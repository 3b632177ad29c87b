// verdict: unsafe(undefined)
// line: 11
// twin: va-start-register.c
// source: own
// about: the last parameter with a name is a register

#include <stdarg.h>

static int first(register int k, register int n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    va_end(a);
    return r + n + k;
}

int main(void) {
    return first(1, 1, 0);
}
