// verdict: unsafe(reach)
// line: 14
// twin: magic-xor.c
// source: own
// about: the key is hidden by an exclusive or

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned mixed = (key ^ 0x2545u) & 0xffffu;
    if (mixed == 0xbeefu)
        reach_error();
    return 0;
}
