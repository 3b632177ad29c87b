// verdict: unsafe(reach)
// line: 22
// check: reach
// int: math
// twin: seeds000-fig1b-math.c
// source: Figure 1(b) of Gulavani and Rajamani, TACAS 2006
// about: the index starts at 1, beyond the end if N is 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int N = __VERIFIER_nondet_int();
    int x = 0;
    int m = 1;
    while (x < N) {
        if (__VERIFIER_nondet_int())
            m = x;
        x = x + 1;
    }
    if (N > 0 && !(0 <= m && m < N))
        reach_error();
    return 0;
}
