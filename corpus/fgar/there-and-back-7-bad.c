// verdict: unsafe(reach)
// line: 25
// check: reach
// int: math
// engine: fgar
// twin: there-and-back-7.c
// source: own
// about: y starts one too high and is never 0 at the end

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0, y = 1;
    while (__VERIFIER_nondet_int()) {
        x = x + 1;
        y = y + 7;
    }
    while (x > 0) {
        x = x - 1;
        y = y - 7;
    }
    if (y != 0)
        reach_error();
    return 0;
}
