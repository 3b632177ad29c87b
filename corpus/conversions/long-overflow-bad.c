// verdict: unsafe(overflow)
// line: 12
// data-model: ilp32
// twin: long-overflow.c
// source: own
// about: the same program: it does not fit in a long of ilp32

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long x = __VERIFIER_nondet_int();
    x = x + 1;
    return x == 0;
}
