// verdict: safe
// twin: not-equal-bound-bad.c
// source: own
// about: a loop that stops by != gives widening no bound to hold on to

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int input = __VERIFIER_nondet_int();
    int i = 0;
    while (i != 100) {
        if (i > 99)
            reach_error();
        i++;
    }
    return input == i;
}
