// verdict: unsafe(reach)
// line: 21
// check: reach
// int: math
// engine: fgar
// twin: phases.c
// source: own
// about: the phase changes one round too late

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i = 0, late = 0;
    while (i < 100) {
        if (i >= 50)
            late = 1;
        i = i + 1;
        if (late == 0 && i > 49)
            reach_error();
    }
    return 0;
}
