// verdict: unsafe(reach)
// line: 25
// check: reach
// int: math
// engine: fgar
// twin: two-ways.c
// source: own
// about: the way down is not excluded

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int step = 1, x = 0;
    if (__VERIFIER_nondet_int())
        step = -1;
    while (__VERIFIER_nondet_int()) {
        if (step > 0)
            x = x + 1;
        else
            x = x - 1;
    }
    if (step == -1 && x < 0)
        reach_error();
    return 0;
}
