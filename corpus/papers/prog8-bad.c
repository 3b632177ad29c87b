// verdict: unsafe(reach)
// line: 22
// check: reach
// int: math
// twin: prog8.c
// source: Gulavani and Rajamani, TACAS 2006, Table 1, Prog8: Figure 1(b) with a stronger assertion
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
    if (N > 0 && !(0 <= m && m < N && x == N))
        reach_error();
    return 0;
}
