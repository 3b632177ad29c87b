// verdict: unsafe(divzero)
// line: 16
// twin: dead-store.c
// source: own
// about: the replacement is 0

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    int q = __VERIFIER_nondet_int();
    if (q < 0)
        d = 4;
    else
        d = 0;
    return 100 / d;
}
