// verdict: unsafe(undefined)
// line: 10
// twin: format-cut-off.c
// source: own
// about: a conversion is cut off by the end of its format

#include <stdio.h>

int main(void) {
    printf("100%");
    return 0;
}
