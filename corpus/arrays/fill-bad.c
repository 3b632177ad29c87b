// verdict: unsafe(bounds)
// line: 12
// twin: fill.c
// source: own
// about: the loop runs once too often

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100];
    for (int i = 0; i < 101; i++)
        a[i] = __VERIFIER_nondet_int();
    return a[99] == 1;
}
