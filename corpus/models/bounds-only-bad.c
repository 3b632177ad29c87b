// verdict: unsafe(divzero)
// line: 16
// check: bounds,divzero
// twin: bounds-only.c
// source: own
// about: the divisor may be 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4] = {0};
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 3)
        return 0;
    a[x] = 12 / (x + 0);
    if (a[x] > 11)
        reach_error();
    return 0;
}
