// verdict: unsafe(reach)
// line: 20
// twin: goto-irreducible.c
// source: own
// about: the value may pass the limit by one step

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    if (__VERIFIER_nondet_int())
        goto middle;
top:
    x += 2;
middle:
    if (x > 22)
        x = 0;
    if (x > 20)
        reach_error();
    if (__VERIFIER_nondet_int())
        goto top;
    return 0;
}
