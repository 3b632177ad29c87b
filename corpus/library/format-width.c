// verdict: safe
// twin: format-width-bad.c
// source: own
// about: a width that is an argument comes before the text

#include <stdio.h>
#include <string.h>

int main(void) {
    char bar[6];
    memset(bar, '#', 5);
    bar[5] = 0;
    printf("%d|%-*s|\n", 1, 8, bar);
    return 0;
}
