// verdict: safe
// twin: sum-of-squares-bad.c
// source: own
// about: the range of a nonlinear expression

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x < -100 || x > 100 || y < -100 || y > 100)
        return 0;
    if (x * x + y * y > 20000)
        reach_error();
    return 0;
}
