// verdict: safe
// twin: congruence-product-bad.c
// source: own
// about: a multiple of 12 plus 5 is not a multiple of 4

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000000 || x > 1000000)
        return 0;
    int y = 12 * x + 5;
    if (y % 4 == 0)
        reach_error();
    return 0;
}
