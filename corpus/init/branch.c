// verdict: safe
// twin: branch-bad.c
// source: own
// about: a variable is read only where it was written

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int s, c = __VERIFIER_nondet_int();
    if (c < 10)
        s = c;
    if (c < 10)
        if (s == 7)
            return 1;
    return 0;
}
