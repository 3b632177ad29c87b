// verdict: unsafe(bounds)
// line: 13
// twin: strlen-unterminated.c
// source: own
// about: no terminator was put into the array

#include <string.h>

int main(void) {
    char text[8];
    memset(text, 'a', 8);
    text[7] = 1;
    return (int)strlen(text) & 1;
}
