// verdict: unsafe(reach)
// twin: two-tills.c
// source: own
// about: the second till takes a fee

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
            second += paid - 1;
        total += paid;
    }
    assert(first + second == total);
    return 0;
}
