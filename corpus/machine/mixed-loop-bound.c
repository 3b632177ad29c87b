// verdict: safe
// twin: mixed-loop-bound-bad.c
// source: own
// about: an int counts up to an unsigned bound

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 1000);
    int i = 0;
    while (i < n)
        i++;
    if (i < (int)n)
        reach_error();
    return 0;
}
