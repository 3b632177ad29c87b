// verdict: safe
// twin: seeds000-fig1b-bad.c
// source: Figure 1(b) of Gulavani and Rajamani, TACAS 2006
// about: the index of a minimum stays below the length; the invariant is relational and disjunctive

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int N = __VERIFIER_nondet_int();
    int x = 0;
    int m = 0;
    while (x < N) {
        if (__VERIFIER_nondet_int())
            m = x;
        x = x + 1;
    }
    if (N > 0 && !(0 <= m && m < N))
        reach_error();
    return 0;
}
