// verdict: unsafe(reach)
// line: 26
// twin: combination-lock.c
// source: own
// about: four inputs in the right order open the lock

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0;
    for (int turn = 0; turn < 6; turn++) {
        int digit = __VERIFIER_nondet_int();
        if (state == 0 && digit == 31)
            state = 1;
        else if (state == 1 && digit == 41)
            state = 2;
        else if (state == 2 && digit == 59)
            state = 3;
        else if (state == 3 && digit == 26)
            state = 4;
        else
            state = 0;
    }
    if (state == 4)
        reach_error();
    return 0;
}
