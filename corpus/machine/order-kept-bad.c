// verdict: unsafe(reach)
// line: 23
// twin: order-kept.c
// source: own
// about: y wraps first and is then below x

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= y);
    while (__VERIFIER_nondet_int()) {
        if (y > 4294967295u)
            break;
        x++;
        y++;
    }
    if (x > y)
        reach_error();
    return 0;
}
