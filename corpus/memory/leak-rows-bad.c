// verdict: unsafe(leak)
// twin: leak-rows.c
// source: own
// about: when the program ends, blocks are reached through arrays of pointers in other blocks; one entry was overwritten

#include <stdlib.h>

static char **rows[2];

int main(void) {
    for (int i = 0; i < 2; i++) {
        rows[i] = malloc(2 * sizeof *rows[i]);
        rows[i][0] = malloc(1);
        rows[i][0] = malloc(1);
    }
    return 0;
}
