// verdict: safe
// twin: magic-linear-bad.c
// source: own
// about: 3x + 7 is 1 modulo 3, so it never is 3,000,000

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -100000000 || x > 100000000)
        return 0;
    int y = 3 * x + 7;
    if (y == 3000000)
        reach_error();
    return 0;
}
