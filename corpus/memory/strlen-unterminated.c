// verdict: safe
// twin: strlen-unterminated-bad.c
// source: own
// about: strlen stops within the array because a terminator was put there

#include <string.h>

int main(void) {
    char text[8];
    memset(text, 'a', 8);
    text[7] = 0;
    return (int)strlen(text) & 1;
}
