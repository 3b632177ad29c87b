// verdict: safe
// twin: goto-out-of-block-bad.c
// source: own
// about: a jump leaves a block whose local a pointer still points to, and the pointer is set anew

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int outer = 0;
    int *p = &outer;
    int n = __VERIFIER_nondet_int();
    {
        int inner = n;
        p = &inner;
        if (*p == 4)
            goto out;
        p = &outer;
    }
out:
    if (n == 4)
        p = &outer;
    *p = 1;
    return 0;
}
