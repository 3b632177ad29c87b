// verdict: safe
// twin: order-kept-down-bad.c
// source: own
// about: x <= y is kept while both fall and neither wraps

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= y);
    while (__VERIFIER_nondet_int()) {
        if (x < 1)
            break;
        x--;
        y--;
    }
    if (x > y)
        reach_error();
    return 0;
}
