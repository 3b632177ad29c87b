// verdict: safe
// twin: stream-freed-bad.c
// source: own
// about: a stream is closed

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int by_hand = 0;
    FILE *f = fopen("name", "r");
    if (!f) return 1;
    if (by_hand) free(f);
    else fclose(f);
    return 0;
}
