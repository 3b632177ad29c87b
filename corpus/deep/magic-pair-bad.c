// verdict: unsafe(reach)
// line: 17
// twin: magic-pair.c
// source: own
// about: two inputs must add up to one number

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= 0 && a <= 500000);
    __VERIFIER_assume(b >= 0 && b <= 500000);
    if (a + b == 777777)
        reach_error();
    return 0;
}
