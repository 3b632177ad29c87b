// verdict: unsafe(reach)
// line: 16
// twin: below-one.c
// source: own
// about: as ints, -1 is less than 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(-1 <= i && i <= 10);
    if (i < 1) {
        if (i != 0)
            reach_error();
    }
    return 0;
}
