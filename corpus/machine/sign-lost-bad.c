// verdict: unsafe(reach)
// line: 16
// twin: sign-lost.c
// source: own
// about: -1 becomes the greatest number

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -1);
    unsigned u = x;
    if ((long long)u - x != 0)
        reach_error();
    return 0;
}
