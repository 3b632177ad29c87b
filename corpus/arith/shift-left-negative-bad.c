// verdict: unsafe(shift)
// line: 13
// twin: shift-left-negative.c
// source: own
// about: a left shift of -1 is undefined

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x >= -1 && x <= 100)
        y = x << 2;
    return y == 8;
}
