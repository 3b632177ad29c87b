// verdict: unsafe(reach)
// line: 16
// twin: deep-bug-choices.c
// source: own
// about: 100,000 turns that count must be chosen one by one

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int ticks = 0;
    for (;;) {
        if (__VERIFIER_nondet_int() > 0)
            ticks++;
        if (ticks == 100000)
            reach_error();
        if (ticks == 100001)
            ticks = 0;
    }
}
