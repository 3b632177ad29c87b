// verdict: unsafe(reach)
// line: 15
// check: reach
// twin: one-of-two.c
// source: own
// about: a function without a body gets one of two addresses and writes through it

void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void foo(int *p);

int main(void) {
    int x = 1, y = 1;
    foo(__VERIFIER_nondet_int() ? &x : &y);
    if (x != 1 || y != 1) reach_error();
    return 0;
}
