// verdict: unsafe(divzero)
// line: 19
// twin: flag-and-value.c
// source: own
// about: the flag is up and the divisor is 0

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int ready = 0;
    int divisor = 0;
    int result = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            ready = 1;
            divisor = 0;
        }
        if (ready)
            result = 1000 / divisor;
    }
    return result;
}
