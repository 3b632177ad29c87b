// verdict: unsafe(reach)
// line: 15
// twin: toggle.c
// source: own
// about: 2 - b does not

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int b = 0;
    while (__VERIFIER_nondet_int())
        b = 2 - b;
    if (b < 0 || b > 1)
        reach_error();
    return 0;
}
