// verdict: unsafe(reach)
// line: 16
// twin: constant-inside.c
// source: own
// about: the loop does change it

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int k = 5;
    while (__VERIFIER_nondet_int()) {
        int old = k;
        k = old * 2 - 4;
        if (k != 5)
            reach_error();
    }
    return 0;
}
