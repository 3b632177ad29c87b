// verdict: unsafe(undefined)
// line: 10
// twin: format-double.c
// source: own
// about: a `double` is printed as a number of type `int`

#include <stdio.h>

int main(void) {
    printf("%d\n", 5.5);
    return 0;
}
