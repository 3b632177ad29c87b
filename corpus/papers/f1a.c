// verdict: safe
// check: reach
// int: math
// twin: f1a-bad.c
// source: Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, Table 1, f1a
// about: two counters rise together and fall together

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
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
