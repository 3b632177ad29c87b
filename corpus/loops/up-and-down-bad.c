// verdict: unsafe(reach)
// line: 22
// twin: up-and-down.c
// source: own
// about: the upper wall is at 11

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 5;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (x < 11)
                x++;
        } else {
            if (x > 0)
                x--;
        }
    }
    if (x < 0 || x > 10)
        reach_error();
    return 0;
}
