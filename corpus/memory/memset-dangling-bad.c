// verdict: unsafe(deref)
// line: 22
// twin: memset-dangling.c
// source: own
// about: a local of a function that has returned is filled

#include <string.h>

static int *kept;
static int other[2];

static void keep(void) {
    int local[2] = {1, 2};
    kept = local;
    memset(kept, 0, sizeof local);
}

int main(void) {
    keep();
    if (!1)
        kept = other;
    memset(kept, 0, sizeof other);
    return 0;
}
