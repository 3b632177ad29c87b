// verdict: safe
// twin: delayed-widening-bad.c
// source: own
// about: the value settles after four turns; widening before that goes too far

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
    if (x > 40)
        reach_error();
    return 0;
}
