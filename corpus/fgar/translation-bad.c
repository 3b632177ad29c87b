// verdict: unsafe(reach)
// line: 19
// check: reach
// int: math
// engine: fgar
// twin: translation.c
// source: own
// about: the last round overshoots

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (x < 1001)
        x = x + 5;
    if (x != 1000)
        reach_error();
    return 0;
}
