// verdict: safe
// check: reach
// int: math
// engine: fgar
// twin: there-and-back-3-bad.c
// source: own
// about: y = 3x in both loops; refinement path by path learns one number of rounds after the other

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x = x + 1;
        y = y + 3;
    }
    while (x > 0) {
        x = x - 1;
        y = y - 3;
    }
    if (y != 0)
        reach_error();
    return 0;
}
