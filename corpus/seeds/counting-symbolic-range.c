// verdict: safe
// twin: counting-symbolic-range-bad.c
// source: own
// about: the range of a counter follows from the range of its symbolic bound

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 100);
    int i = 0;
    while (i < n)
        i++;
    if (i < 0 || i > 100)
        reach_error();
    return 0;
}
