// verdict: safe
// twin: short-counter-bad.c
// source: own
// about: a short and an int count together up to 32767

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    short small = 0;
    int steps = 0;
    while (steps < 32767 && __VERIFIER_nondet_int()) {
        small++;
        steps++;
    }
    if (small < steps)
        reach_error();
    return 0;
}
