// verdict: safe
// twin: null-lookup-bad.c
// source: own
// about: a search in a table returns null for keys that are not there, which are sorted out before

#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int counts[8];

static int *count_of(int key) {
    if (key < 1 || key > 8)
        return NULL;
    return &counts[key - 1];
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    if (key < 1 || key > 8)
        return 0;
    int *count = count_of(key);
    *count = 1;
    return 0;
}
