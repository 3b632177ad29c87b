// verdict: safe
// twin: index-guard-bad.c
// source: own
// about: an index between 0 and the last

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 9)
        a[i] = 1;
    return a[0];
}
