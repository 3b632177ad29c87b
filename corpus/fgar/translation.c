// verdict: safe
// check: reach
// int: math
// engine: fgar
// twin: translation-bad.c
// source: own
// about: a guarded translation: all rounds at once lead to exactly 1000

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (x < 1000)
        x = x + 5;
    if (x != 1000)
        reach_error();
    return 0;
}
