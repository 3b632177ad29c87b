// verdict: safe
// twin: deep-bug-mod-bad.c
// source: own
// about: a cycle of 360 degrees in steps of 7 that comes back into its range each time

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int start = __VERIFIER_nondet_int();
    int angle = 0;
    if (start != 42)
        return 0;
    for (int i = 0; i < 20000; i++) {
        angle = (angle + 7) % 360;
        if (angle == 360)
            reach_error();
    }
    return 0;
}
