// verdict: safe
// int: wrap
// twin: wrap-or-math-bad.c
// source: own
// about: with --int wrap a large sum is negative

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
