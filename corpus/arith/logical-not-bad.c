// verdict: unsafe(reach)
// line: 16
// twin: logical-not.c
// source: own
// about: the truth value of 3 is 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int truth = !!x;
    if (truth + !truth != 1)
        reach_error();
    if (truth > 0)
        reach_error();
    return 0;
}
