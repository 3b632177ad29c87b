// verdict: safe
// twin: division-by-zero-bad.c
// source: own
// about: division by 1 to 10

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 1 || d > 10)
        return 0;
    int q = 100 / d;
    if (q > 100 || q < 10)
        reach_error();
    return 0;
}
