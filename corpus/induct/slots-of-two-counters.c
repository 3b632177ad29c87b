// verdict: safe
// twin: slots-of-two-counters-bad.c
// engine: induct
// source: own
// about: of each slot no more is given than was asked for, and no more was asked for than there were rounds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 5
#define MOST 100000u

static unsigned asked[SLOTS], given[SLOTS];

int main(void) {
    unsigned rounds = 0;

    while (rounds < MOST && __VERIFIER_nondet_int() != 0) {
        int i = __VERIFIER_nondet_int();

        rounds++;
        if (i < 0 || i >= SLOTS)
            continue;
        asked[i] += 1;
        if (__VERIFIER_nondet_int() != 0)
            given[i]++;
    }
    for (int i = 0; i < SLOTS; i++)
        assert(given[i] <= asked[i]);
    return 0;
}
