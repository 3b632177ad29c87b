// verdict: unsafe(overflow)
// line: 12
// twin: negate-overflow.c
// source: own
// about: the smallest int cannot be negated

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= -2147483647 - 1)
        x = -x;
    return x == 5;
}
