// verdict: unsafe(reach)
// line: 23
// twin: delayed-widening.c
// source: own
// about: it settles at 40

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x == 0)
            x = 10;
        else if (x == 10)
            x = 20;
        else if (x == 20)
            x = 30;
        else if (x == 30)
            x = 40;
    }
    if (x > 39)
        reach_error();
    return 0;
}
