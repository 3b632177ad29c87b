// verdict: unsafe(init)
// line: 16
// twin: pointer.c
// source: own
// about: a pointer is compared that may not have been set

extern int __VERIFIER_nondet_int(void);

static int target;

int main(void) {
    int *p, n = __VERIFIER_nondet_int();
    if (n < 10)
        p = &target;
    if (n < 11)
        return p == &target;
    return 0;
}
