// verdict: safe
// twin: do-while-once-bad.c
// source: own
// about: the body of do-while runs at least once

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int turns = 0;
    do {
        if (turns < 10)
            turns++;
    } while (__VERIFIER_nondet_int());
    if (turns < 1)
        reach_error();
    return 0;
}
