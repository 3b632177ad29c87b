// verdict: safe
// check: reach
// int: math
// twin: seeds000-fig1a-math-bad.c
// source: Figure 1(a) of Gulavani and Rajamani, TACAS 2006
// about: the figure to the letter: unbounded integers and a loop that may run any number of times

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 2 && 0 <= y && y <= 2);
    while (__VERIFIER_nondet_int()) {
        x = x + 2;
        y = y + 2;
    }
    if (x == 4 && y == 0)
        reach_error();
    return 0;
}
