// verdict: safe
// engine: unroll
// twin: two-tills-bad.c
// source: own
// about: what is paid at one of two tills is in one of them, modulo the width of a word

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned first = 0, second = 0, total = 0;

    for (int i = 0; i < 4; i++) {
        unsigned paid = __VERIFIER_nondet_uint();

        if (__VERIFIER_nondet_uchar() % 2 == 0)
            first += paid;
        else
            second += paid;
        total += paid;
    }
    assert(first + second == total);
    return 0;
}
