// verdict: unsafe(reach)
// line: 16
// twin: own-reach-error.c
// source: own
// about: 7 is not below 7

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
    __VERIFIER_assert(x < 7);
    return 0;
}
