// verdict: unsafe(divzero)
// line: 14
// twin: division-by-zero.c
// source: own
// about: division by 0 to 10

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 0 || d > 10)
        return 0;
    int q = 100 / d;
    if (q > 100 || q < 10)
        reach_error();
    return 0;
}
