// verdict: unsafe(reach)
// line: 26
// twin: ratio-reduced.c
// source: own
// about: the quotient may be one

#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) {
    if (a < 0) a = -a;
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(void) {
    int num = __VERIFIER_nondet_int(), den = __VERIFIER_nondet_int();
    if (num == INT_MIN || den < 1) return 0;
    int g = gcd(num, den);
    assert(den / g > 1);
    return 0;
}
