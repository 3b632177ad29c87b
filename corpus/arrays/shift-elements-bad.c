// verdict: unsafe(bounds)
// line: 14
// twin: shift-elements.c
// source: own
// about: the last element has no right neighbour

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 10; i++)
        a[i] = a[i + 1];
    return a[0] == 3;
}
