// verdict: unsafe(reach)
// line: 17
// twin: inner-below-outer.c
// source: own
// about: they meet

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1000)
        n = 1000;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            if (i - j < 1)
                reach_error();
        }
    }
    return 0;
}
