// verdict: unsafe(reach)
// line: 19
// twin: two-loops.c
// source: own
// about: the second loop goes on to 70

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (x < 30 && __VERIFIER_nondet_int())
        x += 1;
    while (x < 70)
        x += 1;
    while (x > 20 && __VERIFIER_nondet_int())
        x -= 1;
    if (x < 20 || x > 69)
        reach_error();
    return 0;
}
