// verdict: unsafe(overflow)
// line: 10
// twin: qsort-pairs.c
// source: own
// about: `qsort` may compare any two elements, and the difference of two that are not neighbours is too large

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int x = 1000000000;
    int a[4] = {-2000000000, -1, x, x + 1};
    qsort(a, 4, sizeof *a, compare);
    return 0;
}
