// verdict: safe
// twin: format-list-bad.c
// source: own
// about: a list of arguments fits its format

#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    print("%d\n", 5);
    return 0;
}
