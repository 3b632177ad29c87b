// verdict: unsafe(bounds)
// line: 13
// twin: index-negative.c
// source: own
// about: the difference may be -1

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    int i = __VERIFIER_nondet_int();
    if (i >= 3 && i <= 12)
        return a[i - 4];
    return 0;
}
