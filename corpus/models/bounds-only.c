// verdict: safe
// check: bounds,divzero
// twin: bounds-only-bad.c
// source: own
// about: a list of checks; the assertion that fails is not on it

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4] = {0};
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 3)
        return 0;
    a[x] = 12 / (x + 1);
    if (a[x] > 11)
        reach_error();
    return 0;
}
