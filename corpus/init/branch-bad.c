// verdict: unsafe(init)
// line: 14
// twin: branch.c
// source: own
// about: a variable is read where a branch did not write it

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int s, c = __VERIFIER_nondet_int();
    if (c < 10)
        s = c;
    if (c < 11)
        if (s == 7)
            return 1;
    return 0;
}
