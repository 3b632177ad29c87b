// verdict: safe
// int: math
// twin: math-successor-bad.c
// source: own
// about: with --int math every number has a larger successor

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
