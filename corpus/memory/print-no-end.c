// verdict: safe
// twin: print-no-end-bad.c
// source: own
// about: a text that is printed has an end

#include <stdio.h>

int main(void) {
    char text[2] = {'a', 0};
    puts(text);
    return 0;
}
