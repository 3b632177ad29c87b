// verdict: unsafe(overflow)
// line: 12
// data-model: ilp32
// twin: long-long-ilp32.c
// source: own
// about: one more than the largest long long

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long x = __VERIFIER_nondet_int();
    x = x + 9223372034707292161;
    return x == 0;
}
