// verdict: unsafe(reach)
// line: 18
// twin: short-circuit.c
// source: own
// about: the second right side does run

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int ran = 0;
    int x = __VERIFIER_nondet_int();
    if (x == 0 && ran++ == 0)
        x = 1;
    if (x != 0 || ran++)
        ran += 2;
    if (ran < 2 || ran > 2)
        reach_error();
    return 0;
}
