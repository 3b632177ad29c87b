// verdict: safe
// twin: realloc-growth-bad.c
// source: own
// about: an array that grows by doubling always has room for the next element

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int capacity = 2;
    int length = 0;
    int *items = malloc(capacity * sizeof *items);
    for (int i = 0; i < 5; i++) {
        if (length == capacity + 0) {
            capacity = capacity * 2;
            items = realloc(items, capacity * sizeof *items);
        }
        items[length++] = i;
    }
    free(items);
    return 0;
}
