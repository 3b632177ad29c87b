// verdict: unsafe(reach)
// line: 17
// twin: sort-texts.c
// source: own
// about: another text comes first

#include <assert.h>
#include <stdlib.h>

static int by_first(const void *a, const void *b) {
    return **(char *const *)a - **(char *const *)b;
}

int main(void) {
    char *names[3] = {"pear", "apple", "fig"};
    qsort(names, 3, sizeof *names, by_first);
    assert(names[0][0] == 'f');
    return 0;
}
