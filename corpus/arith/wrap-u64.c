// verdict: safe
// twin: wrap-u64-bad.c
// source: own
// about: unsigned long long arithmetic is modulo 2^64

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);

int main(void) {
    unsigned long long u = __VERIFIER_nondet_ulonglong();
    if (u < 1 || u > 10)
        return 0;
    u = -u;
    if (u < 18446744073709551606ull || u > 18446744073709551615ull)
        reach_error();
    return 0;
}
