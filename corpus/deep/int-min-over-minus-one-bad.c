// verdict: unsafe(overflow)
// line: 14
// twin: int-min-over-minus-one.c
// source: own
// about: INT_MIN / -1 does not fit in an int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int q = 0;
    if (d >= 1 || d <= -1)
        q = x / d;
    return q == 3;
}
