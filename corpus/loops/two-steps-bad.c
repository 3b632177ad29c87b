// verdict: unsafe(reach)
// line: 19
// twin: two-steps.c
// source: own
// about: a step of 5

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 4;
    while (x < 500000) {
        if (__VERIFIER_nondet_int())
            x += 6;
        else
            x += 5;
    }
    if (x % 2 == 1)
        reach_error();
    return 0;
}
