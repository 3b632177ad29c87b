// verdict: unsafe(init)
// line: 17
// twin: goto-over.c
// source: own
// about: a jump over an initialiser leads to a read

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5)
        goto inside;
    {
        int x = 3;
    inside:
        if (n < 7)
            return x == 3;
    }
    return 0;
}
