// verdict: unsafe(reach)
// line: 13
// twin: conditional-type.c
// source: own
// about: the other branch is 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (!((c ? -1 : 0u) > 0))
        reach_error();
    return 0;
}
