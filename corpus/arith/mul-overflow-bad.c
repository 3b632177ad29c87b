// verdict: unsafe(overflow)
// line: 13
// twin: mul-overflow.c
// source: own
// about: the square of 46341 does not fit

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x >= -46340 && x <= 46341)
        y = x * x;
    return y == 1;
}
