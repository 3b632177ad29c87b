// verdict: unsafe(divzero)
// line: 15
// twin: division-guarded-not-equal.c
// source: own
// about: the guard excludes 1 instead of 0

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    int q = 0;
    if (d != 1)
        q = 1000 / d;
    if (u != 0)
        q = (int)(1000 / u);
    return q == 7;
}
