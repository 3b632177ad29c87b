// verdict: safe
// twin: branch-constants-bad.c
// source: own
// about: two constants that depend on the same branch

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x, y;
    if (__VERIFIER_nondet_int()) {
        x = 1;
        y = 2;
    } else {
        x = 2;
        y = 1;
    }
    if (x + y != 3)
        reach_error();
    return 0;
}
