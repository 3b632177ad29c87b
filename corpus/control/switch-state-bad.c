// verdict: unsafe(reach)
// line: 29
// twin: switch-state.c
// source: own
// about: a wrong successor

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum light { STOP, READY, GO, SLOW };

int main(void) {
    enum light now = STOP;
    while (__VERIFIER_nondet_bool()) {
        switch (now) {
        case STOP:
            now = READY;
            break;
        case READY:
            now = GO;
            break;
        case GO:
            now = SLOW;
            break;
        case SLOW:
            now = 4;
            break;
        default:
            reach_error();
        }
    }
    return 0;
}
