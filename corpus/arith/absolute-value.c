// verdict: safe
// twin: absolute-value-bad.c
// source: own
// about: the absolute value of an int that has one

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int absolute(int x) { return x < 0 ? -x : x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 0)
        return 0;
    if (absolute(x) < 0)
        reach_error();
    return 0;
}
