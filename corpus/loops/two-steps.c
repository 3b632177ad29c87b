// verdict: safe
// twin: two-steps-bad.c
// source: own
// about: steps of 6 and 10 keep a number even, and no more

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 4;
    while (x < 500000) {
        if (__VERIFIER_nondet_int())
            x += 6;
        else
            x += 10;
    }
    if (x % 2 == 1)
        reach_error();
    return 0;
}
