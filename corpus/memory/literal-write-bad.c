// verdict: unsafe(deref)
// line: 16
// twin: literal-write.c
// source: own
// about: a string literal is changed

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char copy[4] = "abc";
    char *p = copy;
    char *q = "abc";
    if (__VERIFIER_nondet_int())
        q = p;
    char *r = 1 ? q : p;
    r[0] = 'x';
    return 0;
}
