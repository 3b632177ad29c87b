// verdict: unsafe(undefined)
// line: 12
// twin: overlap-memcpy.c
// source: own
// about: the last byte of one range is the first of the other

#include <string.h>

int main(void) {
    char b[8] = "abcdefg";
    size_t n = 4;
    memcpy(b, b + 3, n);
    return b[0];
}
