// verdict: unsafe(reach)
// line: 15
// twin: square-not-negative.c
// source: own
// about: the square of 0 is not positive

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    if (x * x < 1)
        reach_error();
    return 0;
}
