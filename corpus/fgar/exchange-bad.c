// verdict: unsafe(reach)
// line: 22
// check: reach
// int: math
// engine: fgar
// twin: exchange.c
// source: own
// about: x can be ahead of y by one

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        int old = x;
        x = y + 1;
        y = old;
    }
    if (x - y > 0)
        reach_error();
    return 0;
}
