// verdict: unsafe(reach)
// line: 26
// check: reach
// int: math
// twin: dagger-fig1.c
// source: Figure 1 of Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008, without the boxed lines
// about: four steps lead to (4, 400)

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            x = x + 1;
            y = y + 100;
        } else if (__VERIFIER_nondet_int()) {
            if (x >= 4) {
                x = x + 1;
                y = y + 1;
            }
        }
    }
    if (x >= 4 && y <= 400)
        reach_error();
    return 0;
}
