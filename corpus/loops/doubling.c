// verdict: safe
// twin: doubling-bad.c
// source: own
// about: doubling below a guard

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1;
    while (x < 1000000000) {
        if (__VERIFIER_nondet_int())
            x = x * 2;
    }
    return x == 0;
}
