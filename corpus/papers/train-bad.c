// verdict: unsafe(reach)
// line: 37
// check: reach
// int: math
// twin: train.c
// source: own, after the speed regulator of Halbwachs, Proy and Roumanoff, 1997, for the row Train-RM03 of Gulavani and Rajamani, TACAS 2006, whose system is not printed there
// about: the brake needs one beacon more

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int beacons = 0, seconds = 0;
    while (__VERIFIER_nondet_int()) { /* on time */
        if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(beacons < seconds + 9);
            beacons += 1;
        } else if (__VERIFIER_nondet_int()) {
            __VERIFIER_assume(beacons > seconds - 9);
            seconds += 1;
        } else if (__VERIFIER_nondet_int()) { /* early: it brakes */
            __VERIFIER_assume(beacons == seconds + 9);
            beacons += 1;
            int braking = 0;
            while (__VERIFIER_nondet_int()) {
                if (__VERIFIER_nondet_int()) {
                    __VERIFIER_assume(braking < 10);
                    beacons += 1;
                    braking += 1;
                } else {
                    __VERIFIER_assume(beacons > seconds + 1);
                    seconds += 1;
                }
            }
            if (beacons > seconds + 19)
                reach_error();
            while (__VERIFIER_nondet_int()) { /* it stands */
                __VERIFIER_assume(beacons > seconds + 1);
                seconds += 1;
            }
            __VERIFIER_assume(beacons == seconds + 1);
            seconds += 1;
        } else { /* late: the clock waits */
            __VERIFIER_assume(beacons == seconds - 9);
            seconds += 1;
            while (__VERIFIER_nondet_int()) {
                __VERIFIER_assume(beacons < seconds - 1);
                beacons += 1;
            }
            if (beacons < seconds - 10)
                reach_error();
            __VERIFIER_assume(beacons == seconds - 1);
            beacons += 1;
        }
    }
    if (beacons > seconds + 9 || beacons < seconds - 9)
        reach_error();
    return 0;
}
