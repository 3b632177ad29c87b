// verdict: safe
// twin: realloc-keeps-bad.c
// source: own
// about: realloc keeps what was in the block

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *items = malloc(2 * sizeof *items);
    items[0] = 11;
    items[1] = 22;
    items = realloc(items, 6 * sizeof *items);
    items[5] = 33;
    if (items[0] + items[1] + items[5] != 66)
        reach_error();
    free(items);
    return 0;
}
