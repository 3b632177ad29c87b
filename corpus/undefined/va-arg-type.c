// verdict: safe
// twin: va-arg-type-bad.c
// source: own
// about: arguments are read by the types that they have

#include <stdarg.h>

static long sum(int n, ...) {
    va_list a, b;
    va_start(a, n);
    long s = va_arg(a, int);
    if (n == 1) {
        va_copy(b, a);
        s += va_arg(b, long);
        va_end(b);
    }
    va_end(a);
    return s;
}

int main(void) {
    return sum(1, 2, 3L) != 5;
}
