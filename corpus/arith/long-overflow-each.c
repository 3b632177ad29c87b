// verdict: safe
// twin: long-overflow-each-bad.c
// source: own
// about: overflow of 64-bit addition

extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long x = __VERIFIER_nondet_longlong();
    if (x > 0 && x <= 9223372036854775707)
        x = x + 100;
    return x == 0;
}
