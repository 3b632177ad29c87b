// verdict: safe
// twin: remainder-range-bad.c
// source: own
// about: a remainder has the sign of the dividend and is smaller than the divisor

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = x % 7;
    if (r > 6 || r < -6)
        reach_error();
    return 0;
}
