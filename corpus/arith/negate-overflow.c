// verdict: safe
// twin: negate-overflow-bad.c
// source: own
// about: every int but the smallest can be negated

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= -2147483647 - 0)
        x = -x;
    return x == 5;
}
