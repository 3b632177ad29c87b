// verdict: safe
// twin: index-negative-bad.c
// source: own
// about: an index that is a difference

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    int i = __VERIFIER_nondet_int();
    if (i >= 3 && i <= 12)
        return a[i - 3];
    return 0;
}
