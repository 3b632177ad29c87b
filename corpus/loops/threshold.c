// verdict: safe
// twin: threshold-bad.c
// source: own
// about: the limit is in the program, one step before the largest value

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 100)
            x = 0;
        x += 3;
        if (x > 103)
            reach_error();
    }
    return 0;
}
