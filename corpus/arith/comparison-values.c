// verdict: safe
// twin: comparison-values-bad.c
// source: own
// about: comparisons are integers 0 and 1 that can be added

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int count = (x > 10) + (x > 20) + (x > 30);
    if (count > 3 || count < 0)
        reach_error();
    return 0;
}
