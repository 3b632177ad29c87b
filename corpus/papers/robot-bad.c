// verdict: unsafe(reach)
// line: 30
// check: reach
// int: math
// twin: robot.c
// source: own, after the robot of Henzinger and Ho, 1995 (the row Robot-HH96 of Gulavani and Rajamani, TACAS 2006), in steps of one time unit; the numbers of the StInG system are not printed there
// about: at 3 units a step the robot leaves the cone

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int east = 0, north = 0, time = 0;
    while (__VERIFIER_nondet_int()) {
        int along = __VERIFIER_nondet_int();
        int across = __VERIFIER_nondet_int();
        __VERIFIER_assume(1 <= along && along <= 2);
        __VERIFIER_assume(1 <= across && across <= 3);
        if (__VERIFIER_nondet_int())
            north += across;
        else
            north -= across;
        east += along;
        time += 1;
    }
    if (east < time || east > 2 * time)
        reach_error();
    if (north > 2 * time || north < -2 * time)
        reach_error();
    if (north > 2 * east || north < -2 * east)
        reach_error();
    return 0;
}
