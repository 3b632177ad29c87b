// verdict: unsafe(reach)
// line: 17
// twin: count-down.c
// source: own
// about: the loop stops at 0

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        n = 0;
    while (n > 0)
        n--;
    if (n != -1)
        reach_error();
    return 0;
}
