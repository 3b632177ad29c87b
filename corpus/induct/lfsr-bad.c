// verdict: unsafe(reach)
// twin: lfsr.c
// source: own
// about: a shift register with feedback lacks its highest tap, so that a start of 0x6801 becomes zero

#include <assert.h>
#include <stdint.h>

extern uint16_t __VERIFIER_nondet_ushort(void);

#define TAPS 0x3400u

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
