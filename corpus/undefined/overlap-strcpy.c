// verdict: safe
// twin: overlap-strcpy-bad.c
// source: own
// about: the text ends before the place that it is copied to

#include <string.h>

int main(void) {
    char b[8] = "abc";
    strcpy(b + 4, b);
    return b[0];
}
