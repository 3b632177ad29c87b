// verdict: unsafe(reach)
// line: 17
// twin: threshold.c
// source: own
// about: 102 is reached

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 100)
            x = 0;
        x += 3;
        if (x > 101)
            reach_error();
    }
    return 0;
}
