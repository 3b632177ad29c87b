// verdict: safe
// twin: many-calls-bad.c
// source: own
// about: every function calls the next one four times, sixteen thousand activations of the last: too many to inline

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int within(int x) {
    if (x > 100)
        return 100;
    if (x < 0)
        return 0;
    return x;
}

#define FOUR_TIMES(outer, inner) \
    static int outer(int x) { return inner(inner(inner(inner(x)))); }

FOUR_TIMES(f7, within)
FOUR_TIMES(f6, f7)
FOUR_TIMES(f5, f6)
FOUR_TIMES(f4, f5)
FOUR_TIMES(f3, f4)
FOUR_TIMES(f2, f3)
FOUR_TIMES(f1, f2)

int main(void) {
    int r = f1(__VERIFIER_nondet_int());
    if (r < 0 || r > 100)
        reach_error();
    return 0;
}
