// verdict: unsafe(reach)
// line: 20
// twin: seeds000-fig1a-apart.c
// source: own, after Figure 1(a) of Gulavani and Rajamani, TACAS 2006
// about: a difference of exactly 2 is reached at once

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 2 && 0 <= y && y <= 2);
    while (__VERIFIER_nondet_int() && x < 1000000 && y < 1000000) {
        x += 2;
        y += 2;
    }
    if (x - y >= 2)
        reach_error();
    return 0;
}
