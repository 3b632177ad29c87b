// verdict: safe
// twin: assume-false-bad.c
// source: own
// about: no run passes an assumption that cannot hold

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    __VERIFIER_assume(x < 6);
    reach_error();
    return 0;
}
