// verdict: safe
// twin: count-down-to-one-bad.c
// source: own
// about: an unsigned counter that falls to 1 stays within its bound

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = n; i >= 1; i--) {
        if (i > n)
            reach_error();
    }
    return 0;
}
