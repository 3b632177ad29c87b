// verdict: unsafe(divzero)
// line: 14
// twin: needle-iteration.c
// source: own
// about: the divisor is 0 in iteration 4,321 if the input asks for it

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int total = 0;
    for (int i = 0; i < 5000; i++) {
        if (key == 99)
            total = 100000 / (4321 - i);
    }
    return total > 0;
}
