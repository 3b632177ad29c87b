// verdict: safe
// needs: solver
// twin: mask-bad.c
// source: own
// about: a bit mask bounds a value

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned low = x & 15;
    if (low > 15)
        reach_error();
    return 0;
}
