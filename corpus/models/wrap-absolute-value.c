// verdict: safe
// int: wrap
// twin: wrap-absolute-value-bad.c
// source: own
// about: with --int wrap the absolute value of all but one int is positive

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 0)
        return 0;
    if (x < 0)
        x = -x;
    if (x < 0)
        reach_error();
    return 0;
}
