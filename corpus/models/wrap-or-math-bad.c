// verdict: unsafe(reach)
// line: 17
// int: math
// twin: wrap-or-math.c
// source: own
// about: the same program with --int math: the sum is just large

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2000000000 || x > 2100000000)
        return 0;
    int y = x + x;
    if (y > 0)
        reach_error();
    return 0;
}
