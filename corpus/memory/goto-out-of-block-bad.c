// verdict: unsafe(deref)
// line: 23
// twin: goto-out-of-block.c
// source: own
// about: the pointer to the local of the block that was left is followed

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
    if (n == 5)
        p = &outer;
    *p = 1;
    return 0;
}
