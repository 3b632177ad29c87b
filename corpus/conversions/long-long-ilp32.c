// verdict: safe
// data-model: ilp32
// twin: long-long-ilp32-bad.c
// source: own
// about: long long has 64 bits in ilp32 as well

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long long x = __VERIFIER_nondet_int();
    x = x + 9223372034707292160;
    return x == 0;
}
