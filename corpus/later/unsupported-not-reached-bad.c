// verdict: unsafe(reach)
// line: 15
// twin: unsupported-not-reached.c
// source: own
// about: an error before it is still found

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 10)
        return 0;
    if (x == 10)
        reach_error();
    if (x > 10) {
        double half = x / 2.0;
        return half > 3.0;
    }
    return 0;
}
