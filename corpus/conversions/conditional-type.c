// verdict: safe
// twin: conditional-type-bad.c
// source: own
// about: ?: has one type for both branches, so -1 becomes unsigned

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (!((c ? -1 : 1u) > 0))
        reach_error();
    return 0;
}
