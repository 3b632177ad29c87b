// verdict: unsafe(reach)
// line: 20
// twin: assume-abort-if-not.c
// source: own
// about: -1 passes

extern short __VERIFIER_nondet_short(void);
extern void abort(void);
extern void reach_error(void);

void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}

int main(void) {
    short s = __VERIFIER_nondet_short();
    assume_abort_if_not(s >= -1);
    if (s < 0)
        reach_error();
    return 0;
}
