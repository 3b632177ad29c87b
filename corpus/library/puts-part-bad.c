// verdict: unsafe(bounds)
// line: 11
// twin: puts-part.c
// source: own
// about: there is nothing behind the end of a literal

#include <stdio.h>

int main(int count, char **arguments) {
    if (count != 4) return 0;
    puts("abc" + count);
    return 0;
}
