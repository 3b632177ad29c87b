// verdict: unsafe(undefined)
// line: 12
// twin: overlap-sprintf.c
// source: own
// about: the text is printed onto itself

#include <stdio.h>

int main(void) {
    char b[16] = "abcd";
    b[8] = 'x';
    sprintf(b, "%s", b + 2);
    return b[0];
}
