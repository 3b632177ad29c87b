// verdict: safe
// data-model: ilp32
// twin: unsigned-long-wrap-bad.c
// source: own
// about: an unsigned long of ilp32 wraps at 2^32

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
