// verdict: unsafe(reach)
// line: 17
// twin: do-while-once.c
// source: own
// about: it may run once only

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int turns = 0;
    do {
        if (turns < 10)
            turns++;
    } while (__VERIFIER_nondet_int());
    if (turns < 2)
        reach_error();
    return 0;
}
