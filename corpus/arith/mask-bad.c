// verdict: unsafe(reach)
// line: 14
// twin: mask.c
// source: own
// about: a mask with one more bit

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned low = x & 31;
    if (low > 15)
        reach_error();
    return 0;
}
