// verdict: unsafe(reach)
// line: 18
// twin: counting-symbolic.c
// source: own
// about: the counter starts at 1 and overshoots the bound 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 1000000);
    int i = 1;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
