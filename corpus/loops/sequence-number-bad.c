// verdict: unsafe(reach)
// line: 17
// twin: sequence-number.c
// source: own
// about: it is 1 after the wrap

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned short number = 1;
    while (__VERIFIER_nondet_int()) {
        number++;
        if (number == 0)
            number = 0;
        if (number < 1)
            reach_error();
    }
    return 0;
}
