// verdict: unsafe(reach)
// line: 17
// data-model: lp64
// twin: unsigned-long-wrap.c
// source: own
// about: the same program: in lp64 it does not

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_uint();
    if (x < 4294967290)
        return 0;
    x += 10;
    if (x > 9)
        reach_error();
    return 0;
}
