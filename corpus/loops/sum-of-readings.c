// verdict: safe
// twin: sum-of-readings-bad.c
// engine: dagger
// domain: polyhedra
// source: own
// about: a sum of numbers with the range of their type is bounded by how many there are

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
    assert(sum <= n * 2147483647L);
    return 0;
}
