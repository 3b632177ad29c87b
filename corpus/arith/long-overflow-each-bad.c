// verdict: unsafe(overflow)
// line: 12
// twin: long-overflow-each.c
// source: own
// about: one above the largest long long

extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long x = __VERIFIER_nondet_longlong();
    if (x > 0 && x <= 9223372036854775708)
        x = x + 100;
    return x == 0;
}
