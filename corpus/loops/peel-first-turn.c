// verdict: safe
// twin: peel-first-turn-bad.c
// source: own
// about: the first turn differs from all others

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int first = 1;
    int d = 0;
    int q = 0;
    while (__VERIFIER_nondet_int()) {
        if (first) {
            first = 0;
            d = 3;
        } else {
            q = 30 / d;
        }
    }
    return q;
}
