// verdict: safe
// twin: atoi-range-bad.c
// source: own
// about: the largest number that `atoi` can return

#include <stdlib.h>

int main(void) {
    return atoi("2147483647") == 0;
}
