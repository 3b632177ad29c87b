// verdict: safe
// check: reach
// int: math
// engine: fgar
// twin: phases-bad.c
// source: own
// about: a flag and a bound: what the program's own conditions say is enough

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i = 0, late = 0;
    while (i < 100) {
        if (i >= 50)
            late = 1;
        i = i + 1;
        if (late == 0 && i > 50)
            reach_error();
    }
    return 0;
}
