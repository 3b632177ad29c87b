// verdict: unsafe(reach)
// line: 19
// twin: deep-bug-phase.c
// source: own
// about: the error is 50,000 turns away, for one mode of two

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
    if (turns == 50000)
        reach_error();
    return 0;
}
