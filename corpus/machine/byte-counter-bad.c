// verdict: unsafe(reach)
// line: 20
// twin: byte-counter.c
// source: own
// about: the byte wraps at 256

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n <= 256);
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
