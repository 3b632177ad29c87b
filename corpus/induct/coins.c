// verdict: safe
// twin: coins-bad.c
// source: own
// about: a meter takes coins of two kinds, so that what it holds can always be paid back in the smaller one

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SMALL = 5, LARGE = 20, MOST = 60 };

int main(void)
{
    int held = 0;

    for (int n = 0; n < 5000; n++) {
        switch (__VERIFIER_nondet_uchar()) {
        case 's':
            if (held + SMALL <= MOST)
                held += SMALL;
            break;
        case 'l':
            if (held + LARGE <= MOST)
                held += LARGE;
            break;
        case 'r': {
            int coins = 0;

            while (held >= SMALL) {
                held -= SMALL;
                coins++;
            }
            assert(held == 0 && coins <= MOST / SMALL);
            break;
        }
        }
    }
    return 0;
}
