// verdict: unsafe(deref)
// line: 23
// twin: null-lookup.c
// source: own
// about: the null pointer of one key that is not there is followed

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
    if (key < 0 || key > 8)
        return 0;
    int *count = count_of(key);
    *count = 1;
    return 0;
}
