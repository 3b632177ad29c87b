// verdict: unsafe(deref)
// line: 17
// check: reach,bounds,deref,overflow,divzero,shift,free,leak
// twin: uninitialised-pointer.c
// source: own
// about: a pointer is followed that was never set

extern int __VERIFIER_nondet_int(void);

int main(void) {
    static int target;
    int *p;
    int n = __VERIFIER_nondet_int();
    if (n < 10)
        p = &target;
    if (n < 11)
        *p = 1;
    return 0;
}
