// verdict: safe
// twin: own-reach-error-bad.c
// source: own
// about: reach_error and __VERIFIER_assert with bodies, as verification tasks write them

#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) { assert(0); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 3 || x > 7)
        return 0;
    __VERIFIER_assert(x < 8);
    return 0;
}
