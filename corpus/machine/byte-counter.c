// verdict: safe
// twin: byte-counter-bad.c
// source: own
// about: a byte and an int count together up to 255

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n <= 255);
    unsigned char small = 0;
    int steps = 0;
    while (steps < n) {
        small++;
        steps++;
        if (small != steps)
            reach_error();
    }
    return 0;
}
