// verdict: safe
// twin: logical-not-bad.c
// source: own
// about: ! gives 0 or 1, of type int, and !! is the truth value

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int truth = !!x;
    if (truth + !truth != 1)
        reach_error();
    if (truth > 1)
        reach_error();
    return 0;
}
