// verdict: safe
// twin: format-double-bad.c
// source: own
// about: a `double` is printed as one

#include <stdio.h>

int main(void) {
    printf("%f\n", 5.5);
    return 0;
}
