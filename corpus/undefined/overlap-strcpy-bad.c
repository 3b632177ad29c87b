// verdict: unsafe(undefined)
// line: 11
// twin: overlap-strcpy.c
// source: own
// about: the end of the text is where the copy begins

#include <string.h>

int main(void) {
    char b[8] = "abc";
    strcpy(b + 3, b);
    return b[0];
}
