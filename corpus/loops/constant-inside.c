// verdict: safe
// twin: constant-inside-bad.c
// source: own
// about: a variable that the loop writes but never changes

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int k = 5;
    while (__VERIFIER_nondet_int()) {
        int old = k;
        k = old * 2 - 5;
        if (k != 5)
            reach_error();
    }
    return 0;
}
