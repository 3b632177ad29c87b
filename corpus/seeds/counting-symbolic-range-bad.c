// verdict: unsafe(reach)
// line: 18
// twin: counting-symbolic-range.c
// source: own
// about: the bound may be 100 and so may the counter

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 100);
    int i = 0;
    while (i < n)
        i++;
    if (i < 0 || i > 99)
        reach_error();
    return 0;
}
