// verdict: unsafe(overflow)
// line: 15
// twin: increment-overflow.c
// source: own
// about: -- below the smallest int

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int up = __VERIFIER_nondet_int();
    int down = __VERIFIER_nondet_int();
    if (up < 2147483647)
        up++;
    if (down >= -2147483647 - 1)
        down--;
    return up == down;
}
