// verdict: unsafe(undefined)
// line: 10
// twin: atoi-range.c
// source: own
// about: a number that `int` cannot hold

#include <stdlib.h>

int main(void) {
    return atoi("2147483648") == 0;
}
