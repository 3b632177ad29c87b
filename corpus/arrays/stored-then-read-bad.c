// verdict: unsafe(reach)
// twin: stored-then-read.c
// line: 22
// source: own
// about: what is stored is above what the assertion allows

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
            level[i] = 51;
        assert(level[i] <= 50);
        if (level[i] < 0)
            level[i] = 0;
    }
    return 0;
}
