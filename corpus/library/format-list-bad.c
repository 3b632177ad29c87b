// verdict: unsafe(undefined)
// line: 13
// twin: format-list.c
// source: own
// about: `%p` gets a number out of a list

#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    print("%p\n", 5);
    return 0;
}
