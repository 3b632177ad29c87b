// verdict: unsafe(reach)
// line: 27
// check: reach
// int: math
// engine: fgar
// twin: hole.c
// source: own
// about: the hole is one smaller than what must not be reached

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0, y = __VERIFIER_nondet_int();
    if (y >= 0 && y <= 4)
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
