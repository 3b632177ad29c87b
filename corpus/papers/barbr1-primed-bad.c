// verdict: unsafe(reach)
// line: 74
// check: reach
// int: math
// twin: barbr1-primed.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, barbr1': barbr1 with the location invariants of a plain widening
// about: a customer leaves through a closed door

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int barber = 0, chair = 0, open = 0;
    int p1 = 0, p2 = 0, p3 = 0, p4 = 0; /* customers: 1 in the chair */
    int p5 = 0;                         /* the barber: waits, works, has opened */
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_assume(p1 >= 0 && p2 >= 0 && p3 >= 0 && p4 >= 0 && p5 >= 0);
        __VERIFIER_assume(barber >= 0 && chair >= 0);
        if (__VERIFIER_nondet_int()) { /* customer 1 sits down */
            __VERIFIER_assume(p1 == 0 && barber >= 1);
            barber -= 1;
            chair += 1;
            p1 = 1;
        } else if (__VERIFIER_nondet_int()) { /* customer 1 leaves */
            __VERIFIER_assume(p1 == 1 && open >= 1);
            open -= 1;
            p1 = 0;
        } else if (__VERIFIER_nondet_int()) { /* customer 2 sits down */
            __VERIFIER_assume(p2 == 0 && barber >= 1);
            barber -= 1;
            chair += 1;
            p2 = 1;
        } else if (__VERIFIER_nondet_int()) { /* customer 2 leaves */
            __VERIFIER_assume(p2 == 1 && open >= 1);
            open -= 1;
            p2 = 0;
        } else if (__VERIFIER_nondet_int()) { /* customer 3 sits down */
            __VERIFIER_assume(p3 == 0 && barber >= 1);
            barber -= 1;
            chair += 1;
            p3 = 1;
        } else if (__VERIFIER_nondet_int()) { /* customer 3 leaves */
            __VERIFIER_assume(p3 == 1 && open >= 1);
            open -= 1;
            p3 = 0;
        } else if (__VERIFIER_nondet_int()) { /* customer 4 sits down */
            __VERIFIER_assume(p4 == 0 && barber >= 1);
            barber -= 1;
            chair += 1;
            p4 = 1;
        } else if (__VERIFIER_nondet_int()) { /* customer 4 leaves */
            __VERIFIER_assume(p4 == 1 && open >= 0);
            open -= 1;
            p4 = 0;
        } else if (__VERIFIER_nondet_int()) { /* the barber is free */
            __VERIFIER_assume(p5 == 0);
            barber += 1;
            p5 = 1;
        } else if (__VERIFIER_nondet_int()) { /* he begins */
            __VERIFIER_assume(p5 == 1 && chair >= 1);
            chair -= 1;
            p5 = 2;
        } else if (__VERIFIER_nondet_int()) { /* he opens the door */
            __VERIFIER_assume(p5 == 2);
            open += 1;
            p5 = 3;
        } else { /* the customer is gone */
            __VERIFIER_assume(p5 == 3 && open == 0);
            p5 = 0;
        }
    }
    if (p5 > 3 || p5 < open || open < 0)
        reach_error();
    return 0;
}
