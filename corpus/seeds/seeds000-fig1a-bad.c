// verdict: unsafe(reach)
// line: 21
// twin: seeds000-fig1a.c
// source: Figure 1(a) of Gulavani and Rajamani, TACAS 2006; the loop is bounded against overflow
// about: one turn of the loop leads from (2, 0) to (4, 2)

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 2);
    __VERIFIER_assume(0 <= y && y <= 2);
    while (__VERIFIER_nondet_int() && x < 1000000 && y < 1000000) {
        x += 2;
        y += 2;
    }
    if (x == 4 && y == 2)
        reach_error();
    return 0;
}
