// verdict: safe
// twin: fill-bad.c
// source: own
// about: a loop writes all elements before any is read

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10], j = __VERIFIER_nondet_int();
    for (int i = 0; i < 10; i++)
        a[i] = i;
    if (j < 0 || j > 9)
        return 0;
    return a[j] == 3;
}
