// verdict: safe
// twin: lfsr-bad.c
// source: own
// about: a shift register with feedback never becomes zero, however often it is clocked

#include <assert.h>
#include <stdint.h>

extern uint16_t __VERIFIER_nondet_ushort(void);

#define TAPS 0xB400u

static uint16_t clocked(uint16_t state)
{
    unsigned out = state & 1u;

    state >>= 1;
    if (out)
        state ^= TAPS;
    return state;
}

int main(void)
{
    uint16_t state = __VERIFIER_nondet_ushort();

    if (state == 0)
        state = 0xACE1u;
    for (unsigned long n = 0; n < 1000000; n++) {
        state = clocked(state);
        assert(state != 0);
    }
    return 0;
}
