// verdict: unsafe(reach)
// line: 30
// twin: slots-of-two-counters.c
// source: own
// about: what is asked for is not counted

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
        asked[i] += 0;
        if (__VERIFIER_nondet_int() != 0)
            given[i]++;
    }
    for (int i = 0; i < SLOTS; i++)
        assert(given[i] <= asked[i]);
    return 0;
}
