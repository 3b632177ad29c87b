// verdict: unsafe(reach)
// line: 18
// twin: content-range.c
// source: own
// about: one element may be 7

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    for (int i = 0; i < 10; i++) {
        if (__VERIFIER_nondet_uint() % 2)
            a[i] = 7;
    }
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 10 && (a[k] < 0 || a[k] > 6))
        reach_error();
    return 0;
}
