// verdict: safe
// needs: solver
// twin: magic-xor-bad.c
// source: own
// about: a masked value cannot have a bit outside its mask

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned mixed = (key ^ 0x2545u) & 0xffffu;
    if (mixed == 0x1beefu)
        reach_error();
    return 0;
}
