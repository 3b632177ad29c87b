// verdict: unsafe(bounds)
// line: 11
// twin: bcopy-bytes.c
// source: own
// about: one more

#include <strings.h>

int main(void) {
    char from[8] = "abcdefg", to[4];
    bcopy(from, to, 5);
    return to[3] != 'd';
}
