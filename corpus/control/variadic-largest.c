// verdict: safe
// twin: variadic-largest-bad.c
// source: own
// about: a variable number of arguments, read in a loop

#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int largest(int count, ...) {
    va_list list;
    va_start(list, count);
    int found = va_arg(list, int);
    for (int i = 1; i < count; i++) {
        int next = va_arg(list, int);
        if (next > found)
            found = next;
    }
    va_end(list);
    return found;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int found = largest(3, x, 5, y);
    if (found < 5 || found < x || found < y)
        reach_error();
    return 0;
}
