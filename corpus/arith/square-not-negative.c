// verdict: safe
// twin: square-not-negative-bad.c
// source: own
// about: a square is not negative: both factors are the same

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    if (x * x < 0)
        reach_error();
    return 0;
}
