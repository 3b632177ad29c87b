// verdict: unsafe(undefined)
// line: 12
// twin: overlap-strcat.c
// source: own
// about: a text is added to itself

#include <string.h>

int main(void) {
    char b[16] = "ab";
    b[8] = 'c';
    strcat(b, b + 0);
    return b[0];
}
