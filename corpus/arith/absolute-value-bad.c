// verdict: unsafe(overflow)
// line: 10
// twin: absolute-value.c
// source: own
// about: the smallest int has no absolute value

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int absolute(int x) { return x < 0 ? -x : x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 1)
        return 0;
    if (absolute(x) < 0)
        reach_error();
    return 0;
}
