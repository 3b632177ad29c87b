// verdict: unsafe(reach)
// line: 14
// twin: comparison-values.c
// source: own
// about: three comparisons may all hold

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int count = (x > 10) + (x > 20) + (x > 30);
    if (count > 2 || count < 0)
        reach_error();
    return 0;
}
