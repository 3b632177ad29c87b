// verdict: safe
// twin: stored-then-read-bad.c
// engine: dagger
// domain: interval
// source: own
// about: an element that was stored is read behind the store, at the same index

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int level[6];

int main(void) {
    for (int round = 0; round < 1000; round++) {
        int i = __VERIFIER_nondet_int();

        if (i < 0 || i >= 6)
            continue;
        level[i] = __VERIFIER_nondet_int();
        if (level[i] > 50)
            level[i] = 50;
        assert(level[i] <= 50);
        if (level[i] < 0)
            level[i] = 0;
    }
    return 0;
}
