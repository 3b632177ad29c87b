// verdict: safe
// twin: fill-symbolic-bad.c
// source: own
// about: as many elements are read as were written

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100], n = __VERIFIER_nondet_int(), largest = 0;
    if (n < 0 || n > 99)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n + 0; i++)
        if (a[i] > largest)
            largest = a[i];
    return largest;
}
