// verdict: safe
// twin: puts-null-bad.c
// source: own
// about: a text of one character

#include <stdio.h>

int main(void) {
    puts("0");
    return 0;
}
