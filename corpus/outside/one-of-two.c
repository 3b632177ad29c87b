// verdict: safe
// check: reach
// twin: one-of-two-bad.c
// source: own
// about: a function without a body gets one of two addresses and writes one of two variables

void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void foo(int *p);

int main(void) {
    int x = 1, y = 1;
    foo(__VERIFIER_nondet_int() ? &x : &y);
    if (x != 1 && y != 1) reach_error();
    return 0;
}
