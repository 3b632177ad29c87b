// verdict: safe
// slow: yes
// twin: steps-of-one-parity-bad.c
// source: own
// about: whether the steps are odd or even never changes, so where they end is known

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned speed = __VERIFIER_nondet_uint();
    unsigned place = 0;
    while (place < 40) {
        if (speed % 2 == 0)
            place += 2;
        else
            place++;
    }
    if (speed % 2 == 0 && place % 2 != 0)
        reach_error();
    return 0;
}
