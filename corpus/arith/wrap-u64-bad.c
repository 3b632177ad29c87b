// verdict: unsafe(reach)
// line: 16
// twin: wrap-u64.c
// source: own
// about: the negation of 1 is 2^64 - 1

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);

int main(void) {
    unsigned long long u = __VERIFIER_nondet_ulonglong();
    if (u < 1 || u > 10)
        return 0;
    u = -u;
    if (u < 18446744073709551606ull || u > 18446744073709551614ull)
        reach_error();
    return 0;
}
