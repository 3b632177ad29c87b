// verdict: safe
// twin: memset-dangling-bad.c
// source: own
// about: a local is filled while it lives

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
    if (!0)
        kept = other;
    memset(kept, 0, sizeof other);
    return 0;
}
