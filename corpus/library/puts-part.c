// verdict: safe
// twin: puts-part-bad.c
// source: own
// about: text from the end of a literal is empty

#include <stdio.h>

int main(int count, char **arguments) {
    if (count != 3) return 0;
    puts("abc" + count);
    return 0;
}
