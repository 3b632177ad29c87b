// verdict: unsafe(init)
// line: 16
// twin: recursion.c
// source: own
// about: the local of the innermost activation is read and was not written

extern int __VERIFIER_nondet_int(void);

static int down(int n) {
    int r, below = 0;
    if (n > 0)
        r = n;
    if (n > 0)
        below = down(n - 1);
    if (n > -1)
        below = r > below;
    return below;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    return down(n);
}
