// verdict: safe
// twin: assume-abort-if-not-bad.c
// source: own
// about: the usual idiom of an assumption that aborts

extern short __VERIFIER_nondet_short(void);
extern void abort(void);
extern void reach_error(void);

void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}

int main(void) {
    short s = __VERIFIER_nondet_short();
    assume_abort_if_not(s >= 0);
    if (s < 0)
        reach_error();
    return 0;
}
