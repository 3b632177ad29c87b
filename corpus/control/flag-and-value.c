// verdict: safe
// twin: flag-and-value-bad.c
// source: own
// about: a flag tells whether a divisor is set; the invariant is a disjunction

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int ready = 0;
    int divisor = 0;
    int result = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            ready = 1;
            divisor = 8;
        }
        if (ready)
            result = 1000 / divisor;
    }
    return result;
}
