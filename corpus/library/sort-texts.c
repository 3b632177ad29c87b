// verdict: safe
// twin: sort-texts-bad.c
// source: own
// about: an array of pointers to texts is sorted

#include <assert.h>
#include <stdlib.h>

static int by_first(const void *a, const void *b) {
    return **(char *const *)a - **(char *const *)b;
}

int main(void) {
    char *names[3] = {"pear", "apple", "fig"};
    qsort(names, 3, sizeof *names, by_first);
    assert(names[0][0] == 'a');
    return 0;
}
