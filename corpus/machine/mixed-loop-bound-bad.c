// verdict: unsafe(reach)
// line: 18
// twin: mixed-loop-bound.c
// source: own
// about: from -1 the loop does not start

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 1000);
    int i = -1;
    while (i < n)
        i++;
    if (i < (int)n)
        reach_error();
    return 0;
}
