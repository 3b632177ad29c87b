// verdict: unsafe(reach)
// line: 14
// twin: remainder-range.c
// source: own
// about: -6 is a remainder of 7

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = x % 7;
    if (r > 6 || r < -5)
        reach_error();
    return 0;
}
