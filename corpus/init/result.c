// verdict: safe
// twin: result-bad.c
// source: own
// about: a function has returned a value where it is used

extern int __VERIFIER_nondet_int(void);

static int small(int c) {
    if (c < 5)
        return c;
}

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < 5)
        return small(c) == 7;
    return 0;
}
