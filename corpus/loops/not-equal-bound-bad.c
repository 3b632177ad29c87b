// verdict: unsafe(reach)
// line: 15
// twin: not-equal-bound.c
// source: own
// about: the body sees 99

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int input = __VERIFIER_nondet_int();
    int i = 0;
    while (i != 100) {
        if (i > 98)
            reach_error();
        i++;
    }
    return input == i;
}
