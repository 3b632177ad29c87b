// verdict: unsafe(reach)
// line: 13
// twin: narrow-window.c
// source: own
// about: one value fits between the guards

extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x > 77777777777 && x < 77777777779)
        reach_error();
    return 0;
}
