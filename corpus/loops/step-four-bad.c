// verdict: unsafe(reach)
// line: 18
// twin: step-four.c
// source: own
// about: the loop overshoots to 1004

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int noise = __VERIFIER_nondet_int();
    int i;
    for (i = 0; i < 1001; i += 4) {
        if (noise > i)
            noise = i;
    }
    if (i != 1000)
        reach_error();
    return 0;
}
