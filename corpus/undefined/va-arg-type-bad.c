// verdict: unsafe(undefined)
// line: 15
// twin: va-arg-type.c
// source: own
// about: an argument is read that has another type

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
    return sum(1, 2, 3) != 5;
}
