// verdict: unsafe(reach)
// line: 16
// twin: congruence-product.c
// source: own
// about: a multiple of 12 plus 8 is

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000000 || x > 1000000)
        return 0;
    int y = 12 * x + 8;
    if (y % 4 == 0)
        reach_error();
    return 0;
}
