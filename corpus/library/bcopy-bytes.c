// verdict: safe
// twin: bcopy-bytes-bad.c
// source: own
// about: as many bytes are copied as there is room for

#include <strings.h>

int main(void) {
    char from[8] = "abcdefg", to[4];
    bcopy(from, to, 4);
    return to[3] != 'd';
}
