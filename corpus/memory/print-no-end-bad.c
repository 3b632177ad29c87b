// verdict: unsafe(bounds)
// line: 11
// twin: print-no-end.c
// source: own
// about: a text that is printed has no end

#include <stdio.h>

int main(void) {
    char text[2] = {'a', 98};
    puts(text);
    return 0;
}
