// verdict: unsafe(bounds)
// line: 14
// twin: nibble-table.c
// source: own
// about: five bits

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static const unsigned char bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int ones = bits[x & 31];
    if (ones > 4)
        reach_error();
    return 0;
}
