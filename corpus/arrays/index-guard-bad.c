// verdict: unsafe(bounds)
// line: 13
// twin: index-guard.c
// source: own
// about: an index may be the length

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 10)
        a[i] = 1;
    return a[0];
}
