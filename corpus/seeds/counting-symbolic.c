// verdict: safe
// twin: counting-symbolic-bad.c
// source: own
// about: a counting loop ends exactly at its symbolic bound

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 1000000);
    int i = 0;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
