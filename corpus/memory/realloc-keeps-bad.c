// verdict: unsafe(reach)
// line: 17
// twin: realloc-keeps.c
// source: own
// about: the kept value is another one

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *items = malloc(2 * sizeof *items);
    items[0] = 11;
    items[1] = 22;
    items = realloc(items, 6 * sizeof *items);
    items[5] = 33;
    if (items[0] + items[1] + items[5] != 67)
        reach_error();
    free(items);
    return 0;
}
