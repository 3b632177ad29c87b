// verdict: unsafe(reach)
// line: 29
// check: reach
// int: math
// twin: f2.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, f2
// about: the second slope is too steep

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            x = x + 1;
            y = y + 2;
        } else if (__VERIFIER_nondet_int()) {
            if (x >= 4) {
                x = x + 1;
                y = y + 9;
            }
        } else if (x > y) {
            x = -x;
            y = -y;
        }
    }
    if (y > 3 * x)
        reach_error();
    return 0;
}
