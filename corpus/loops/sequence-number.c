// verdict: safe
// twin: sequence-number-bad.c
// source: own
// about: a 16-bit sequence number that skips 0 when it wraps

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned short number = 1;
    while (__VERIFIER_nondet_int()) {
        number++;
        if (number == 0)
            number = 1;
        if (number < 1)
            reach_error();
    }
    return 0;
}
