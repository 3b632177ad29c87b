// verdict: unsafe(reach)
// line: 17
// twin: halving.c
// source: own
// about: 0 is its own half

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    while (n > 1)
        n = n / 2;
    if (n != 1)
        reach_error();
    return 0;
}
