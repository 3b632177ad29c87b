// verdict: unsafe(reach)
// line: 16
// twin: magic-linear.c
// source: own
// about: one input solves the equation

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -100000000 || x > 100000000)
        return 0;
    int y = 3 * x + 7;
    if (y == 3000001)
        reach_error();
    return 0;
}
