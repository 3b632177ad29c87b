// verdict: unsafe(reach)
// line: 18
// twin: deep-bug-mod.c
// source: own
// about: the step 300 is reached after many turns, if the input starts the motor

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int start = __VERIFIER_nondet_int();
    int angle = 0;
    if (start != 42)
        return 0;
    for (int i = 0; i < 20000; i++) {
        angle = (angle + 7) % 360;
        if (angle == 6)
            reach_error();
    }
    return 0;
}
