// verdict: unsafe(reach)
// line: 16
// twin: sum-of-squares.c
// source: own
// about: (100, 100) reaches the largest value

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x < -100 || x > 100 || y < -100 || y > 100)
        return 0;
    if (x * x + y * y > 19999)
        reach_error();
    return 0;
}
