// verdict: safe
// twin: dead-store-bad.c
// source: own
// about: a value is replaced before it is used

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    int q = __VERIFIER_nondet_int();
    if (q < 0)
        d = 4;
    else
        d = 2;
    return 100 / d;
}
