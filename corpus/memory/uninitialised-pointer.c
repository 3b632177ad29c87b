// verdict: safe
// check: reach,bounds,deref,overflow,divzero,shift,free,leak
// twin: uninitialised-pointer-bad.c
// source: own
// about: a pointer is set before it is followed

extern int __VERIFIER_nondet_int(void);

int main(void) {
    static int target;
    int *p;
    int n = __VERIFIER_nondet_int();
    if (n < 10)
        p = &target;
    if (n < 10)
        *p = 1;
    return 0;
}
