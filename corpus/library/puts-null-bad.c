// verdict: unsafe(deref)
// line: 10
// twin: puts-null.c
// source: own
// about: 0 is a null pointer

#include <stdio.h>

int main(void) {
    puts(0);
    return 0;
}
