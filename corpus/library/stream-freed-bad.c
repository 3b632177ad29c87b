// verdict: unsafe(free)
// line: 14
// twin: stream-freed.c
// source: own
// about: a stream is given to `free`

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int by_hand = 1;
    FILE *f = fopen("name", "r");
    if (!f) return 1;
    if (by_hand) free(f);
    else fclose(f);
    return 0;
}
