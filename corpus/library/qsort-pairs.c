// verdict: safe
// twin: qsort-pairs-bad.c
// source: own
// about: no difference of two elements is too large

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int x = 100;
    int a[4] = {-2000000000, -1, x, x + 1};
    qsort(a, 4, sizeof *a, compare);
    return 0;
}
