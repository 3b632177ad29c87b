// verdict: safe
// check: reach
// int: math
// engine: fgar
// twin: hole-bad.c
// source: own
// about: a hole in the values of y - x: no convex set of states excludes it

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0, y = __VERIFIER_nondet_int();
    if (y >= 0 && y <= 5)
        return 0;
    while (__VERIFIER_nondet_int()) {
        x = x + 1;
        y = y + 1;
    }
    while (x > 0) {
        x = x - 1;
        y = y - 1;
    }
    if (y >= 0 && y <= 5)
        reach_error();
    return 0;
}
