// verdict: safe
// twin: pointer-bad.c
// source: own
// about: a pointer is compared where it was set

extern int __VERIFIER_nondet_int(void);

static int target;

int main(void) {
    int *p, n = __VERIFIER_nondet_int();
    if (n < 10)
        p = &target;
    if (n < 10)
        return p == &target;
    return 0;
}
