// verdict: unsafe(init)
// line: 17
// twin: result.c
// source: own
// about: the value of a call is used that ended without returning one

extern int __VERIFIER_nondet_int(void);

static int small(int c) {
    if (c < 5)
        return c;
}

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < 6)
        return small(c) == 7;
    return 0;
}
