// verdict: unsafe(reach)
// line: 14
// twin: bit-counts.c
// source: own
// about: no number has eight bits and more than that

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0) return 0;
    int low = __builtin_ctz(x), high = 31 - __builtin_clz(x), ones = __builtin_popcount(x & 0xff);
    if (low > high || ones >= 8 || __builtin_parity(6) != 0) reach_error();
    if (__builtin_bswap32(0x01020304u) != 0x04030201u || __builtin_ffs(8) != 4) reach_error();
    return 0;
}
