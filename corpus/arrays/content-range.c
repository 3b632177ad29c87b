// verdict: safe
// twin: content-range-bad.c
// source: own
// about: all elements of an array lie in one range

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    for (int i = 0; i < 10; i++) {
        if (__VERIFIER_nondet_uint() % 2)
            a[i] = 7;
    }
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 10 && (a[k] < 0 || a[k] > 7))
        reach_error();
    return 0;
}
