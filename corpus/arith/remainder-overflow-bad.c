// verdict: unsafe(overflow)
// line: 14
// twin: remainder-overflow.c
// source: own
// about: INT_MIN % -1 is as undefined as INT_MIN / -1

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 1)
        return 0;
    int d = -1;
    return x % d;
}
