// verdict: safe
// data-model: lp64
// twin: long-overflow-bad.c
// source: own
// about: INT_MAX + 1 fits in a long of lp64

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long x = __VERIFIER_nondet_int();
    x = x + 1;
    return x == 0;
}
