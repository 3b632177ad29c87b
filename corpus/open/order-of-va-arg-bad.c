// verdict: unsafe(reach)
// line: 22
// twin: order-of-va-arg.c
// source: own
// about: the right argument may be taken first

#include <stdarg.h>

void reach_error(void);

static int both(int n, ...) {
    va_list a;
    va_start(a, n);
    int s = va_arg(a, int) + va_arg(a, int) * 10;
    va_end(a);
    return s;
}

int main(void) {
    int s = both(2, 1, 2);
    if (s != 11 && s != 21)
        reach_error();
    return 0;
}
