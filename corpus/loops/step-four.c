// verdict: safe
// twin: step-four-bad.c
// source: own
// about: i += 4 hits 1000 exactly: a range and a congruence together

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int noise = __VERIFIER_nondet_int();
    int i;
    for (i = 0; i < 1000; i += 4) {
        if (noise > i)
            noise = i;
    }
    if (i != 1000)
        reach_error();
    return 0;
}
