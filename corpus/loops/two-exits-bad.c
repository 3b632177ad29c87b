// verdict: unsafe(reach)
// line: 18
// twin: two-exits.c
// source: own
// about: the break leaves with 64

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100) {
        if (__VERIFIER_nondet_int() && i >= 64)
            break;
        i++;
    }
    if (i < 65 || i > 100)
        reach_error();
    return 0;
}
