// verdict: safe
// engine: unroll
// twin: parity-rotated-bad.c
// source: own
// about: the exclusive or of forty words is the same after a rotation

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { COUNT = 40 };

int main(void)
{
    unsigned word[COUNT];
    unsigned before = 0, after = 0;

    for (int i = 0; i < COUNT; i++) {
        word[i] = __VERIFIER_nondet_uint();
        before ^= word[i];
    }
    unsigned first = word[0];
    for (int i = 0; i < COUNT - 1; i++)
        word[i] = word[i + 1];
    word[COUNT - 1] = first;
    for (int i = 0; i < COUNT; i++)
        after ^= word[i];
    assert(before == after);
    return 0;
}
