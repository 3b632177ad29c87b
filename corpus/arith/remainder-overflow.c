// verdict: safe
// twin: remainder-overflow-bad.c
// source: own
// about: a remainder by -1 of a number that can be negated

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 0)
        return 0;
    int d = -1;
    return x % d;
}
