// verdict: unsafe(reach)
// line: 16
// twin: shift-arithmetic.c
// source: own
// about: -1 shifted stays -1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > -1)
        return 0;
    int y = x >> 3;
    if (y < -125 || y > -2)
        reach_error();
    return 0;
}
