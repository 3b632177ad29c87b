// verdict: unsafe(undefined)
// line: 11
// twin: strncpy-padding.c
// source: own
// about: the zeros that `strncpy` puts behind the text come to where it is copied from

#include <string.h>

int main(void) {
    char b[8] = "abcx";
    strncpy(b, b + 3, 5);
    return b[0];
}
