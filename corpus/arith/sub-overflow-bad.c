// verdict: unsafe(overflow)
// line: 13
// twin: sub-overflow.c
// source: own
// about: subtraction one below the smallest int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x > -2147483639)
        y = x - 11;
    return y == 0;
}
