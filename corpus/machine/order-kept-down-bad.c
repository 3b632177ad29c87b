// verdict: unsafe(reach)
// line: 23
// twin: order-kept-down.c
// source: own
// about: x wraps first and is then above y

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= y);
    while (__VERIFIER_nondet_int()) {
        if (x < 0)
            break;
        x--;
        y--;
    }
    if (x > y)
        reach_error();
    return 0;
}
