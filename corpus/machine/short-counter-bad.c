// verdict: unsafe(reach)
// line: 18
// twin: short-counter.c
// source: own
// about: the short turns negative

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    short small = 0;
    int steps = 0;
    while (steps < 32768 && __VERIFIER_nondet_int()) {
        small++;
        steps++;
    }
    if (small < steps)
        reach_error();
    return 0;
}
