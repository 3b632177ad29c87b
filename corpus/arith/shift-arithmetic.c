// verdict: safe
// twin: shift-arithmetic-bad.c
// source: own
// about: a right shift of a negative int rounds down

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > -1)
        return 0;
    int y = x >> 3;
    if (y < -125 || y > -1)
        reach_error();
    return 0;
}
