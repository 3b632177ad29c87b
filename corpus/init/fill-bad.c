// verdict: unsafe(init)
// line: 15
// twin: fill.c
// source: own
// about: a loop leaves the last element out

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10], j = __VERIFIER_nondet_int();
    for (int i = 0; i < 9; i++)
        a[i] = i;
    if (j < 0 || j > 9)
        return 0;
    return a[j] == 3;
}
