// verdict: unsafe(reach)
// line: 18
// int: wrap
// twin: wrap-absolute-value.c
// source: own
// about: the absolute value of the smallest int is itself

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 1)
        return 0;
    if (x < 0)
        x = -x;
    if (x < 0)
        reach_error();
    return 0;
}
