// verdict: unsafe(reach)
// line: 22
// check: reach
// int: math
// twin: seeds000-fig1a-math.c
// source: Figure 1(a) of Gulavani and Rajamani, TACAS 2006
// about: one turn of the loop leads from (2, 0) to (4, 2)

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
    if (x == 4 && y == 2)
        reach_error();
    return 0;
}
