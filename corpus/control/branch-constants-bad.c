// verdict: unsafe(reach)
// line: 20
// twin: branch-constants.c
// source: own
// about: one branch adds up to 4

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x, y;
    if (__VERIFIER_nondet_int()) {
        x = 1;
        y = 2;
    } else {
        x = 2;
        y = 2;
    }
    if (x + y != 3)
        reach_error();
    return 0;
}
