// verdict: safe
// twin: store-short-bad.c
// source: own
// about: an int that fits is stored in a short unchanged

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 32767)
        return 0;
    short s = x;
    if (s < 0)
        reach_error();
    return 0;
}
