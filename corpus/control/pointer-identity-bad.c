// verdict: unsafe(reach)
// line: 26
// twin: pointer-identity.c
// source: own
// about: the pointer and the number say different things

extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
    int left, right;
    int *side = &left;
    int turn = 0;
    void *request = __VERIFIER_nondet_pointer();
    while ((unsigned long)request != (unsigned long)((void *)0)) {
        if (side == &left) {
            side = &right;
            turn = 2;
        } else {
            side = &left;
            turn = 0;
        }
        request = __VERIFIER_nondet_pointer();
    }
    if (side == &right && turn != 1)
        reach_error();
    return 0;
}
