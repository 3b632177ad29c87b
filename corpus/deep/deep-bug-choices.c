// verdict: safe
// twin: deep-bug-choices-bad.c
// source: own
// about: a counter that moves on some inputs only and is reset before the error

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int ticks = 0;
    for (;;) {
        if (__VERIFIER_nondet_int() > 0)
            ticks++;
        if (ticks == 100000)
            reach_error();
        if (ticks == 99999)
            ticks = 0;
    }
}
