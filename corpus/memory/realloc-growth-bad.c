// verdict: unsafe(bounds)
// line: 19
// twin: realloc-growth.c
// source: own
// about: the array grows one element too late

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int capacity = 2;
    int length = 0;
    int *items = malloc(capacity * sizeof *items);
    for (int i = 0; i < 5; i++) {
        if (length == capacity + 1) {
            capacity = capacity * 2;
            items = realloc(items, capacity * sizeof *items);
        }
        items[length++] = i;
    }
    free(items);
    return 0;
}
