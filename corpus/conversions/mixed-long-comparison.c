// verdict: safe
// data-model: lp64
// twin: mixed-long-comparison-bad.c
// source: own
// about: a long of lp64 holds every unsigned int, so -1 stays below 1u

extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x < -5 || x > -1)
        return 0;
    unsigned one = 1;
    if (!(x < one))
        reach_error();
    return 0;
}
