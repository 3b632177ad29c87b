// verdict: unsafe(overflow)
// line: 16
// twin: rare-branch-overflow.c
// source: own
// about: one value passes the guards and cannot be doubled

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x > 1000)
        if (x > 1000000)
            if (x > 1000000000)
                if (x <= 1073741824)
                    y = 2 * x;
    return y == 1;
}
