// verdict: safe
// twin: needle-iteration-bad.c
// source: own
// about: a divisor that shrinks from 5000 and stays positive

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int key = __VERIFIER_nondet_int();
    int total = 0;
    for (int i = 0; i < 5000; i++) {
        if (key == 99)
            total = 100000 / (5000 - i);
    }
    return total > 0;
}
