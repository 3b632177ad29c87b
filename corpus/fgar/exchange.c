// verdict: safe
// check: reach
// int: math
// engine: fgar
// twin: exchange-bad.c
// source: own
// about: an octagonal relation with period 2: x and y are exchanged and grow in turns

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
    if (x - y > 1)
        reach_error();
    return 0;
}
