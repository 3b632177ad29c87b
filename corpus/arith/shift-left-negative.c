// verdict: safe
// twin: shift-left-negative-bad.c
// source: own
// about: a left shift of a number that is not negative

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x >= 0 && x <= 100)
        y = x << 2;
    return y == 8;
}
