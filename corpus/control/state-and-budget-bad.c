// verdict: unsafe(reach)
// line: 26
// twin: state-and-budget.c
// source: own
// about: the budget is 3

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int busy = 0;
    int retries = 0;
    while (1) {
        if (!busy) {
            if (retries != 0)
                reach_error();
            if (__VERIFIER_nondet_bool())
                busy = 1;
        } else if (__VERIFIER_nondet_bool()) {
            busy = 0;
            retries = 0;
        } else if (retries < 3) {
            retries++;
        }
        if (retries > 2)
            reach_error();
    }
}
