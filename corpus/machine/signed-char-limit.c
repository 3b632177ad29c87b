// verdict: safe
// twin: signed-char-limit-bad.c
// source: own
// about: a signed char that stops at 127 is not negative

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    signed char level = 0;
    int steps = 0;
    while (__VERIFIER_nondet_int() && steps < 1000) {
        if (level < 127)
            level++;
        steps++;
        if (level < 0 || level > steps)
            reach_error();
    }
    return 0;
}
