// verdict: safe
// twin: rare-branch-overflow-bad.c
// source: own
// about: five nested guards leave a value that may just be doubled

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x > 1000)
        if (x > 1000000)
            if (x > 1000000000)
                if (x <= 1073741823)
                    y = 2 * x;
    return y == 1;
}
