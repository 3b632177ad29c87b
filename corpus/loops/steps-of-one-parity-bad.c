// verdict: unsafe(reach)
// line: 20
// twin: steps-of-one-parity.c
// source: own
// about: steps of one may end at an even place as well

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
    if (speed % 2 != 0 && place % 2 == 0)
        reach_error();
    return 0;
}
