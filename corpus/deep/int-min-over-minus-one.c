// verdict: safe
// twin: int-min-over-minus-one-bad.c
// source: own
// about: a quotient of any int by anything but 0 and -1

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int q = 0;
    if (d >= 1 || d <= -2)
        q = x / d;
    return q == 3;
}
