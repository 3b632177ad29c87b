// verdict: unsafe(undefined)
// line: 14
// twin: va-arg-behind.c
// source: own
// about: one argument more is read than there are

#include <stdarg.h>

static int sum(int n, ...) {
    va_list a;
    va_start(a, n);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(a, int);
    va_end(a);
    return s;
}

int main(void) {
    return sum(3, 3, 4);
}
