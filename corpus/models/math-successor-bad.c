// verdict: unsafe(overflow)
// line: 15
// int: ub
// twin: math-successor.c
// source: own
// about: the same program with --int ub: the largest int has none

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    x = x + 1;
    if (x <= 0)
        reach_error();
    return 0;
}
