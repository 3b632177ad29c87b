// verdict: unsafe(undefined)
// line: 18
// twin: va-end-unstarted.c
// source: own
// about: a list is ended that was not started

#include <stdarg.h>

static int sum(int n, ...) {
    va_list a;
    int s = 0;
    if (n > 0) {
        va_start(a, n);
        for (int i = 0; i < n; i++)
            s += va_arg(a, int);
    }
    if (n > -1)
        va_end(a);
    return s;
}

int main(void) {
    return sum(0) + sum(2, 3, 4);
}
