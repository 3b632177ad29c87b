// verdict: unsafe(reach)
// line: 26
// check: reach
// int: math
// twin: ex1.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, ex1
// about: u falls

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        int u = x + 2 * y;
        int v = y - 2 * x;
        u = u + -1;
        if (__VERIFIER_nondet_int())
            v = v + u;
        else
            v = v - u;
        x = u - 2 * v;
        y = 2 * u + v;
    }
    if (x + 2 * y < 0)
        reach_error();
    return 0;
}
