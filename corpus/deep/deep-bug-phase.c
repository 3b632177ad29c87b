// verdict: safe
// twin: deep-bug-phase-bad.c
// source: own
// about: the error needs a phase that depends on an input and a step that it can never have

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    _Bool fast = __VERIFIER_nondet_bool();
    int position = 0;
    int turns = 0;
    while (position < 100000) {
        position += fast ? 2 : 1;
        turns++;
    }
    if (turns == 49999)
        reach_error();
    return 0;
}
