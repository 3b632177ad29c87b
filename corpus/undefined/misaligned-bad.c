// verdict: unsafe(undefined)
// line: 12
// twin: misaligned.c
// source: own
// about: a number at an odd address

#include <stdlib.h>

int main(void) {
    char *bytes = malloc(8);
    int *second = (int *)(bytes + 3);
    *second = 7;
    free(bytes);
    return 0;
}
