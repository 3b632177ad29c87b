// verdict: safe
// twin: combination-lock-bad.c
// source: own
// about: a lock of four wheels; the last state does not exist

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
    if (state == 5)
        reach_error();
    return 0;
}
