// verdict: safe
// twin: short-circuit-bad.c
// source: own
// about: the right side of && and || runs only when it is needed

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int ran = 0;
    int x = __VERIFIER_nondet_int();
    if (x == 0 && ran++ == 0)
        x = 1;
    if (x != 0 || ran++)
        ran += 2;
    if (ran < 2 || ran > 3)
        reach_error();
    return 0;
}
