// verdict: unsafe(reach)
// line: 15
// twin: assume-false.c
// source: own
// about: the assumption can hold

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    __VERIFIER_assume(x < 7);
    reach_error();
    return 0;
}
