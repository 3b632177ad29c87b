// verdict: unsafe(reach)
// line: 23
// check: reach
// int: math
// twin: f1a.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, f1a
// about: one counter starts at 1

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 1;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    while (x != 0) {
        x--;
        y--;
    }
    if (y != 0)
        reach_error();
    return 0;
}
