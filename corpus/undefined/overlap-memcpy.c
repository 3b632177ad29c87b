// verdict: safe
// twin: overlap-memcpy-bad.c
// source: own
// about: two halves

#include <string.h>

int main(void) {
    char b[8] = "abcdefg";
    size_t n = 3;
    memcpy(b, b + 3, n);
    return b[0];
}
