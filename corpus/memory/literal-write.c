// verdict: safe
// twin: literal-write-bad.c
// source: own
// about: a copy of a string literal is changed, not the literal

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char copy[4] = "abc";
    char *p = copy;
    char *q = "abc";
    if (__VERIFIER_nondet_int())
        q = p;
    char *r = 0 ? q : p;
    r[0] = 'x';
    return 0;
}
