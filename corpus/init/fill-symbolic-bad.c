// verdict: unsafe(init)
// line: 16
// twin: fill-symbolic.c
// source: own
// about: one more element is read than was written

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100], n = __VERIFIER_nondet_int(), largest = 0;
    if (n < 0 || n > 99)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n + 1; i++)
        if (a[i] > largest)
            largest = a[i];
    return largest;
}
