// verdict: safe
// twin: misaligned-bad.c
// source: own
// about: the second number in a block of bytes

#include <stdlib.h>

int main(void) {
    char *bytes = malloc(8);
    int *second = (int *)(bytes + 4);
    *second = 7;
    free(bytes);
    return 0;
}
