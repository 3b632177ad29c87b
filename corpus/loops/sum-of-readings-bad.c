// verdict: unsafe(reach)
// line: 21
// twin: sum-of-readings.c
// source: own
// about: the largest reading is not as small as the assertion says

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long sum = 0;
    int n = 0;

    while (n < 1000 && __VERIFIER_nondet_int() != 0) {
        int reading = __VERIFIER_nondet_int();

        sum += reading;
        n++;
    }
    assert(sum <= n * 2147483646L);
    return 0;
}
