// verdict: unsafe(divzero)
// line: 18
// twin: peel-first-turn.c
// source: own
// about: later turns divide by 0

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int first = 1;
    int d = 0;
    int q = 0;
    while (__VERIFIER_nondet_int()) {
        if (first) {
            first = 0;
            d = 0;
        } else {
            q = 30 / d;
        }
    }
    return q;
}
