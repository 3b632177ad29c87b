// verdict: safe
// twin: va-start-register-bad.c
// source: own
// about: the last parameter with a name lies in memory

#include <stdarg.h>

static int first(register int k, int n, ...) {
    va_list a;
    va_start(a, n);
    int r = va_arg(a, int);
    va_end(a);
    return r + n + k;
}

int main(void) {
    return first(1, 1, 0);
}
