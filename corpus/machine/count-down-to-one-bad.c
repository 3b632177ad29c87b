// verdict: unsafe(reach)
// line: 14
// twin: count-down-to-one.c
// source: own
// about: one that falls to 0 goes on at the top

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = n; i >= 0; i--) {
        if (i > n)
            reach_error();
    }
    return 0;
}
