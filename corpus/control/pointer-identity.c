// verdict: safe
// twin: pointer-identity-bad.c
// source: own
// about: which of two objects a pointer points to tells whose turn it is

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
            turn = 1;
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
