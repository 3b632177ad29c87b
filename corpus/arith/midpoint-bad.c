// verdict: unsafe(overflow)
// line: 16
// twin: midpoint.c
// source: own
// about: the classic overflow of (lo + hi) / 2

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int lo = __VERIFIER_nondet_int();
    int hi = __VERIFIER_nondet_int();
    __VERIFIER_assume(lo >= 0 && lo <= 1073741823);
    __VERIFIER_assume(hi >= 0 && hi <= 1073741825);
    int mid = (lo + hi) / 2;
    if (mid < 0)
        reach_error();
    return 0;
}
