// verdict: unsafe(overflow)
// line: 13
// twin: doubling.c
// source: own
// about: 2^30 passes the guard and cannot be doubled

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1;
    while (x < 1100000000) {
        if (__VERIFIER_nondet_int())
            x = x * 2;
    }
    return x == 0;
}
