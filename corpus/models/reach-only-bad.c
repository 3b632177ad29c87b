// verdict: unsafe(overflow)
// line: 14
// twin: reach-only.c
// source: own
// about: the same program with all checks

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 1)
        return 0;
    int y = x + 1;
    if (y < 2)
        reach_error();
    return 0;
}
