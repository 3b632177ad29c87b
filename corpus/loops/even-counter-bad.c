// verdict: unsafe(reach)
// line: 15
// twin: even-counter.c
// source: own
// about: an odd step

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int() && x < 1000000)
        x += 3;
    if (x % 2 != 0)
        reach_error();
    return 0;
}
