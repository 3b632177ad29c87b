// verdict: safe
// twin: division-guarded-not-equal-bad.c
// source: own
// about: the everyday guard d != 0, which splits the values in two

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    int q = 0;
    if (d != 0)
        q = 1000 / d;
    if (u != 0)
        q = (int)(1000 / u);
    return q == 7;
}
