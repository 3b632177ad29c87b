// verdict: unsafe(reach)
// line: 18
// twin: signed-char-limit.c
// source: own
// about: one more turns it negative

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    signed char level = 0;
    int steps = 0;
    while (__VERIFIER_nondet_int() && steps < 1000) {
        if (level < 128)
            level++;
        steps++;
        if (level < 0 || level > steps)
            reach_error();
    }
    return 0;
}
