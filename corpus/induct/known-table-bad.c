// verdict: unsafe(reach)
// line: 24
// twin: known-table.c
// source: own
// about: a table of 256 entries is set up by a loop with known rounds, one letter too far, before a loop that reads as many characters as come

#include <assert.h>
#include <stdio.h>

static unsigned char other[256];

int main(void) {
    unsigned long swapped = 0;
    int c;

    for (int i = 0; i < 256; i++)
        other[i] = (unsigned char)i;
    for (int i = 0; i < 26; i++) {
        other['a' + i] = (unsigned char)('B' + i);
        other['A' + i] = (unsigned char)('a' + i);
    }
    while ((c = getchar()) != EOF) {
        int to = other[c & 255];
        assert(other[to] == (c & 255));
        if (swapped < 1000000)
            swapped++;
        putchar(to);
    }
    printf("%lu\n", swapped);
    return 0;
}
