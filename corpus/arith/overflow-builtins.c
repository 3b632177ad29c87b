// verdict: safe
// twin: overflow-builtins-bad.c
// source: own
// about: the builtins that compute exactly and say whether the result fits

#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), r;
    unsigned u;
    unsigned char c = __VERIFIER_nondet_uchar();
    if (__builtin_add_overflow(a, 1, &r)) {
        assert(a == INT_MAX && r == INT_MIN);
        a = 0;
    } else {
        assert(r - 1 == a);
    }
    assert(__builtin_sub_overflow(c, 256, &c));
    assert(__builtin_mul_overflow(-1, 1, &u) && u == UINT_MAX);
    assert(!__builtin_smul_overflow(a, 0, &a) && a == 0);
    return 0;
}
