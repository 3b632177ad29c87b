// verdict: unsafe(overflow)
// line: 12
// twin: add-overflow.c
// source: own
// about: the second largest int has no second successor

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647)
        x = x + 2;
    return x == 0;
}
